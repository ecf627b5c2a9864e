import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DescriptionFiles, fileOf, NotRead, visible } from '@paket/contract'
import { parse } from 'yaml'
import { inTemporaryFolder } from '../../temporary-folder.ts'
import { child, itemsOf, read, type ReadOptions, shortName, textOf } from '../description/reading.ts'
import { CannotCheck } from '../report/cannot-check.ts'
import { type Exchange, exchangeOf } from '../traffic/exchange.ts'

interface Input {
  required?: string[]
  $ref?: string
}
interface Workflow {
  workflowId: string
  summary?: string
  inputs?: Input
  steps: { operationId?: string }[]
}
/** A flow of the contract's Arazzo document: what a user does, in several calls. */
export interface Flow {
  id: string
  summary: string
  calls: string[]
  /** The names of its required inputs. */
  inputs: string[]
}
/** The result of a flow. */
export interface FlowResult {
  isFine: boolean
  /** The conditions that failed. */
  failures: string[]
  exchanges: Exchange[]
}
const FLOW_MS = 120_000
const require = createRequire(import.meta.url)

/** Reads the flows beside the contract; empty when there is no file. */
export async function readFlows(file: string, options: ReadOptions): Promise<Flow[]> {
  if (!existsSync(file)) return []
  const { root } = await read(file, options)
  const { workflows, components } = root.value as {
    workflows: Workflow[]
    components?: { inputs?: Record<string, Input> }
  }
  return workflows.map(({ workflowId, summary = '', inputs = {}, steps }) => {
    const given = inputs.$ref === undefined ? inputs : components?.inputs?.[inputs.$ref.split('/').at(-1) ?? '']
    return {
      id: workflowId,
      summary,
      calls: [...new Set(steps.flatMap(({ operationId }) => operationId ?? []))],
      inputs: given?.required ?? [],
    }
  })
}

/**
 * Returns why the flows of a file may not run; undefined when they may. Redocly reads more than this program does: also
 * what extensions, examples and mappings lead to.
 */
export async function whyNotRun(file: string, options: ReadOptions): Promise<string | undefined> {
  const files = new DescriptionFiles(file, options)
  const sources = itemsOf(child((await read(file, options)).root, 'sourceDescriptions'))
  // Of each file its text, or why it has none. The map grows meanwhile.
  const texts = new Map<string, unknown>()
  const add = async (target: string) => {
    const text: unknown = texts.get(target) ?? (await files.read(target).then(String, (error: unknown) => error))
    texts.set(target, text)
    return text
  }
  for (const each of [file, ...sources.map((source) => fileOf(file, textOf(child(source, 'url')) ?? ''))])
    await add(each)
  for (const [each, text] of texts) {
    const refuse = (reference: string, why: string) =>
      visible(`The flows could not be run: ${shortName(each)} refers to ${reference}, which ${why}`)
    for (const reference of typeof text === 'string' ? namedIn(parsed(text)) : []) {
      const [name = ''] = reference.split('#')
      if (/^https?:/.test(name) && options.allowRemote !== true)
        return refuse(reference, 'is on another host: allow that with --allow-remote')
      if (name === '' || /^[a-z][a-z+.-]+:/i.test(name)) continue
      const target = fileOf(each, name)
      const found = await add(target)
      // Redocly reports a file that is not there.
      if (found instanceof NotRead) return refuse(reference, found.message)
    }
  }
  return undefined
}
/** Null for what is no YAML, such as a picture. */
function parsed(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: -1 })
  } catch {
    return null
  }
}
/** Yields the texts of which each may lead to a file. */
function* namedIn(value: unknown, seen = new Set<unknown>()): Generator<string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  for (const [key, part] of Object.entries(value)) {
    if (['$ref', 'externalValue', 'defaultMapping'].includes(key) && typeof part === 'string') yield part
    if (key === 'mapping' && typeof part === 'object')
      yield* Object.values(part ?? {}).filter((each) => typeof each === 'string')
    yield* namedIn(part, seen)
  }
}

/**
 * Runs a flow with Redocly's `respect`; null when that is not installed. Throws `CannotCheck` when the flow cannot run.
 */
export async function runFlow(
  file: string,
  flow: Flow,
  server: string,
  inputs: Record<string, string>,
): Promise<FlowResult | null> {
  let cli: string
  try {
    cli = join(dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js')
  } catch {
    return null
  }
  return inTemporaryFolder('paket-flow-', async (folder) => {
    const [har, report] = [join(folder, 'flow.har'), join(folder, 'flow.json')]
    const given = flow.inputs.flatMap((name) => (inputs[name] === undefined ? [] : [`${name}=${inputs[name]}`]))
    const args = [cli, 'respect', file, '-w', flow.id, '-S', `paket=${server}`, '-H', har, '-J', report]
    // By environment variable, because the process list shows arguments, and so the token.
    const { code, signal, printed } = await run(args, { REDOCLY_CLI_RESPECT_INPUT: given.join(',') })
    const exchanges = await exchangesIn(har)
    if (exchanges === null && code !== 0)
      throw new CannotCheck(
        `The flow ${flow.id} could not be run: ${signal === null ? lastLine(printed, inputs) : `it ended by ${signal}`}`,
      )
    return { isFine: code === 0, failures: code === 0 ? [] : await failuresOf(report), exchanges: exchanges ?? [] }
  })
}
const lastLine = (text: string, inputs: Record<string, string>) =>
  Object.values(inputs).reduce((line, secret) => line.replaceAll(secret, '…'), text.trim().split('\n').at(-1) ?? '')

function run(args: readonly string[], more: Record<string, string>) {
  return new Promise<{ code: number | null; signal: string | null; printed: string }>((done, fail) => {
    const env = {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      NO_COLOR: '1',
      ...more,
    }
    const redocly = spawn(process.execPath, args, { env, timeout: FLOW_MS, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    for (const stream of [redocly.stdout, redocly.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    redocly.on('error', fail)
    redocly.on('close', (code, signal) => done({ code, signal, printed }))
  })
}
async function exchangesIn(har: string): Promise<Exchange[] | null> {
  try {
    const { log } = JSON.parse(await readFile(har, 'utf8')) as { log: { entries: unknown[] } }
    return log.entries.flatMap((entry) => exchangeOf(entry) ?? [])
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw new CannotCheck('The exchanges of a flow cannot be read')
  }
}
interface Step {
  stepId: string
  checks?: { name: string; status?: string; passed?: boolean; condition?: string }[]
}
/** Returns the failed conditions; they are part of the contract, so they are not secret. */
async function failuresOf(report: string): Promise<string[]> {
  const text = await readFile(report, 'utf8').catch(() => '{}')
  const { files = {} } = JSON.parse(text) as {
    files?: Record<string, { executedWorkflows: { executedSteps: Step[] }[] }>
  }
  const steps = Object.values(files).flatMap(({ executedWorkflows }) =>
    executedWorkflows.flatMap(({ executedSteps }) => executedSteps),
  )
  const failed = steps.flatMap(({ stepId, checks = [] }) =>
    checks
      .filter((check) => check.passed === false || check.status === 'error' || check.status === 'failed')
      .map(({ name, condition }) => `${stepId}: ${condition ?? name}`),
  )
  return [...new Set(failed)]
}
