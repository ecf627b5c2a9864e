import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { delimiter, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')
const bin = join(root, 'node_modules/.bin')
const GRACE_MS = 5000
const LAST_CHARACTERS = 30_000

export interface Command {
  /** How messages call it. */
  name: string
  file: string
  args: readonly string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Takes each line of output, or `inherit` to pass it through; collected for `output()` unless inherited. */
  onLine?: ((line: string) => void) | 'inherit'
  /** How it is asked to stop. */
  stopSignal?: NodeJS.Signals
  graceMs?: number
}
export interface Ended {
  /** 0 is the only good one; a signal or a file that cannot be run has another. */
  code: number
  why: string
}
/** A running command with all that it started. */
export interface Running {
  name: string
  /** Its process id; 0 when it could not be started. */
  pid: number
  ended: Promise<Ended>
  /** The last of what it wrote. */
  output: () => string
  stop: () => Promise<void>
}

const running = new Set<Running>()

/** Cuts a stream of chunks into lines. */
function lineReader(onLine: (line: string) => void) {
  let rest = ''
  return {
    take: (chunk: string) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) onLine(line)
    },
    end: () => rest && onLine(rest),
  }
}

/** Signals a process and everything in its group, unless it is gone. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal)
  } catch {
    // No one is left in the group.
  }
}

function endOf(child: ChildProcess): Promise<Ended> {
  return new Promise((done) => {
    const settle = (code: number | null, signal: string | null) =>
      done({ code: code ?? 128, why: signal ?? `exit code ${code}` })
    child.once('error', (error) => done({ code: 127, why: error.message }))
    child.once('exit', (code, signal) => {
      // What the command left behind goes with it; its pipes close then.
      signalGroup(child, 'SIGKILL')
      setTimeout(settle, 500, code, signal)
    })
    child.once('close', settle)
  })
}

/** Starts a command in a process group of its own, so that nothing it starts outlives it. */
export function launch(command: Command): Running {
  const { name, file, args, cwd = root, onLine, stopSignal = 'SIGTERM', graceMs = GRACE_MS } = command
  const stdio: StdioOptions = onLine === 'inherit' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe']
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`, ...command.env }
  const child = spawn(file, args, { cwd, env, stdio, detached: true })
  let last = ''
  const lines = lineReader((line) => {
    last = `${last}${line}\n`.slice(-LAST_CHARACTERS)
    if (typeof onLine === 'function') onLine(line)
  })
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', lines.take)
  let isOver = false
  const ended = endOf(child).finally(() => {
    isOver = true
    lines.end()
    running.delete(self)
  })
  const stop = async () => {
    if (isOver) return
    const fallback = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs)
    signalGroup(child, stopSignal)
    await ended
    clearTimeout(fallback)
  }
  const self: Running = { name, pid: child.pid ?? 0, ended, output: () => last.trimEnd(), stop }
  running.add(self)
  return self
}

/** Stops everything that was launched. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((each) => each.stop()))
}

/** Calls back, once, when this process is asked to end. Further signals do not cut the clean-up short. */
export function onStop(stop: (signal: NodeJS.Signals) => void): void {
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (!asked) stop(signal)
      asked = true
    })
}

export interface Outcome {
  ok: boolean
  /** Why it is not; empty otherwise. */
  why: string
  output: string
  ms: number
}

/** Runs a command to its end, or stops it when its time is up; without a limit it may take as long as it needs. */
export async function runToEnd(command: Command, timeoutMs?: number): Promise<Outcome> {
  const started = performance.now()
  const child = launch(command)
  let isLate = false
  const stopLate = () => {
    isLate = true
    void child.stop()
  }
  const timer = timeoutMs === undefined ? undefined : setTimeout(stopLate, timeoutMs)
  const { code, why } = await child.ended
  clearTimeout(timer)
  const reason = isLate ? `stopped after ${(timeoutMs ?? 0) / 1000} s` : code === 0 ? '' : why
  return { ok: reason === '', why: reason, output: child.output(), ms: performance.now() - started }
}

/** The project's own Node running a script of ours or of a package. */
export const nodeCommand = (name: string, script: string, args: readonly string[] = []): Command => ({
  name,
  file: process.execPath,
  args: [resolve(root, script), ...args],
})

export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
