import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type Row, rows, serveRows } from './answers.ts'
import { type CallInput, type Caller, everyCaller, otherFiles, renderedCallers } from './callers.ts'
import { brokenClients } from './checking.ts'
import { type Call, plainContract, renderedContract } from './contract.ts'
import { inWorkshop } from './generators.ts'

const compared = ['createOrder', 'getClientData']
const HANGING_TIMEOUT_MS = 500
/** How long a client may take before its cell says that it never ends. */
const PATIENCE_MS = 5000

export type Matrix = { what: string; cells: Record<string, string> }[]

/** Describes in a word or two what each client returns for each answer. A slash in a cell separates calls with different results, in their order. */
export async function measureMatrix(callers: Record<string, Caller>, all: Call[]): Promise<Matrix> {
  const calls = compared.flatMap((id) => all.find((call) => call.id === id) ?? [])
  const server = await serveRows(calls)
  const token = `x.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.y`
  const cell = async (row: Row, caller: Caller) => {
    const timeoutMs = row.what === 'hanging' ? HANGING_TIMEOUT_MS : undefined
    const ask = async (call: Call) =>
      row.answer(call) ? observe(row, caller, { call, baseUrl: server.baseUrl(row), token, timeoutMs }) : undefined
    const words = await Promise.all(calls.map(ask))
    return [...new Set(words.filter((word) => word !== undefined))].join(' / ')
  }
  const line = async (row: Row) => {
    const cells = Object.entries(callers).map(async ([name, caller]) => [name, await cell(row, caller)] as const)
    return { what: row.what, cells: Object.fromEntries(await Promise.all(cells)) }
  }
  try {
    return await Promise.all(rows.map(line))
  } finally {
    server.close()
  }
}

async function observe(row: Row, caller: Caller, input: CallInput): Promise<string> {
  const waiting = new AbortController()
  const timedOut = delay(PATIENCE_MS, 'hangs' as const, { signal: waiting.signal })
  try {
    const given = await Promise.race([caller(input), timedOut])
    if (given === 'hangs') return given
    if (given.failure) return given.failure.isTyped ? 'typed failure' : 'undeclared failure'
    if (given.isReported) return 'reported'
    if (row.means === 'failure') return 'silent success'
    const sent: unknown = JSON.parse(row.answer(input.call)?.body ?? '')
    return isDeepStrictEqual(given.data, sent) ? 'result' : 'other data'
  } catch {
    return 'throws'
  } finally {
    waiting.abort()
    timedOut.catch(() => {})
  }
}

/**
 * Renders the matrix of our client and the others as a Markdown table, and lists the others that do not compile. `withoutRefusals`: the
 * others are generated from a contract whose 200 is only the success.
 */
export async function matrix(withoutRefusals: boolean): Promise<string> {
  const { document, calls } = await plainContract(withoutRefusals)
  return inWorkshop(document, async (workshop) =>
    inWorkshop(await renderedContract(), async (rendered) => {
      const callers = { ...(await everyCaller(workshop)), ...(await renderedCallers(rendered)) }
      const broken = [
        ...(await brokenClients(otherFiles, workshop)),
        ...(await brokenClients(otherFiles, rendered)).map((line) => `plain, ${line}`),
      ]
      const notes = broken.length > 0 ? `\n\nWhat is generated does not compile:\n${broken.join('\n')}` : ''
      return markdown(await measureMatrix(callers, calls)) + notes
    }),
  )
}
function markdown(lines: Matrix): string {
  const names = Object.keys(lines[0]?.cells ?? {})
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    row(['the server or the network says', ...names]),
    row(['', ...names].map(() => '---')),
    ...lines.map(({ what, cells }) => row([what, ...names.map((name) => cells[name] ?? '')])),
  ].join('\n')
}
