import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { delimiter, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')
const bin = join(root, 'node_modules/.bin')
const GRACE_MS = 5000
const LAST_CHARACTERS = 30_000

export interface Command {
  /** The name in messages. */
  name: string
  file: string
  args: readonly string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Receives each line of output; `inherit` passes output through instead, and then `output()` is empty. */
  onLine?: ((line: string) => void) | 'inherit'
  /** The signal that asks it to stop; defaults to SIGTERM. */
  stopSignal?: NodeJS.Signals
  graceMs?: number
}
export interface Exit {
  /** The exit code; 128 for a signal, 127 for a file that cannot be run. */
  code: number
  why: string
}
/** A running command with its process group. */
export interface Running {
  name: string
  /** The process id; 0 when it could not be started. */
  pid: number
  ended: Promise<Exit>
  /** Returns the last part of its output. */
  output: () => string
  stop: () => Promise<void>
}

const running = new Set<Running>()

/** Splits chunks of output into lines. */
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

/** Signals a process and its group, if it still exists. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal)
  } catch {
    // The group is empty.
  }
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((done) => {
    const settle = (code: number | null, signal: string | null) =>
      done({ code: code ?? 128, why: signal ?? `exit code ${code}` })
    child.once('error', (error) => done({ code: 127, why: error.message }))
    child.once('exit', (code, signal) => {
      // Kills what the command left running, which also closes its pipes.
      signalGroup(child, 'SIGKILL')
      setTimeout(settle, 500, code, signal)
    })
    child.once('close', settle)
  })
}

/** Starts a command in its own process group, so that nothing it starts outlives it. */
export function launch(command: Command): Running {
  const { name, file, args, cwd = root, onLine, stopSignal = 'SIGTERM', graceMs = GRACE_MS } = command
  const stdio: StdioOptions = onLine === 'inherit' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe']
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`, ...command.env }
  const child = spawn(file, args, { cwd, env, stdio, detached: true })
  let lastOutput = ''
  const lines = lineReader((line) => {
    lastOutput = `${lastOutput}${line}\n`.slice(-LAST_CHARACTERS)
    if (typeof onLine === 'function') onLine(line)
  })
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', lines.take)
  let hasEnded = false
  const ended = exitOf(child).finally(() => {
    hasEnded = true
    lines.end()
    running.delete(self)
  })
  const stop = async () => {
    if (hasEnded) return
    const fallback = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs)
    signalGroup(child, stopSignal)
    await ended
    clearTimeout(fallback)
  }
  const self: Running = { name, pid: child.pid ?? 0, ended, output: () => lastOutput.trimEnd(), stop }
  running.add(self)
  return self
}

/** Stops everything that was launched. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((each) => each.stop()))
}

type Stop = (signal: NodeJS.Signals) => void
let stopListener: Stop | null = null
/**
 * Calls `stop`, the latest one, once when this process receives a termination signal. Ignores further signals, so that
 * they do not interrupt the clean-up.
 */
export function onStop(stop: Stop): void {
  const isFirst = stopListener === null
  stopListener = stop
  if (!isFirst) return
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (!isStopping) stopListener?.(signal)
      isStopping = true
    })
}

export interface RunResult {
  ok: boolean
  /** The reason for a failure; empty on success. */
  why: string
  output: string
  ms: number
}

/** Runs a command to its end, or stops it after `timeoutMs`; without it there is no limit. */
export async function runToEnd(command: Command, timeoutMs?: number): Promise<RunResult> {
  const started = performance.now()
  const child = launch(command)
  let isTimedOut = false
  const onTimeout = () => {
    isTimedOut = true
    void child.stop()
  }
  const timer = timeoutMs === undefined ? undefined : setTimeout(onTimeout, timeoutMs)
  const { code, why } = await child.ended
  clearTimeout(timer)
  const reason = isTimedOut ? `stopped after ${(timeoutMs ?? 0) / 1000} s` : code === 0 ? '' : why
  return { ok: reason === '', why: reason, output: child.output(), ms: performance.now() - started }
}

/** Returns a command that runs a script with the project's Node. */
export const nodeCommand = (name: string, script: string, args: readonly string[] = []): Command => ({
  name,
  file: process.execPath,
  args: [resolve(root, script), ...args],
})

export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
