import type { Contract, Operation } from '#engine/contract/contract.ts'

/** A call of the contract in a recorded session, with what it was answered. */
export interface RecordedCall {
  operation: Operation
  request: unknown
  status: number
  body: unknown
  at: number
}
/** What is read of an entry of a HAR 1.2 file, or of a line of NDJSON. Headers and cookies are not looked at. */
interface Entry {
  startedDateTime?: string
  time?: number | string
  method?: string
  url?: string
  status?: number
  requestBody?: unknown
  responseBody?: unknown
  request?: { method?: string; url?: string; body?: unknown; postData?: { text?: string } }
  response?: { status?: number; body?: unknown; content?: { text?: string; encoding?: string } }
}

/** The calls of a HAR file or of NDJSON, in their order; an error in words when it is neither. */
export function callsIn(text: string, contract: Contract): RecordedCall[] {
  const calls = entriesIn(text).flatMap((entry) => callOf(entry, contract) ?? [])
  if (calls.length === 0) throw new Error('no call of the contract is in it')
  return calls
}

function entriesIn(text: string): Entry[] {
  const whole = parsed(text)
  const log = isObject(whole) ? whole['log'] : undefined
  if (isObject(log) && Array.isArray(log['entries'])) return log['entries'] as Entry[]
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const entries = lines.map(parsed)
  const wrong = entries.findIndex((entry) => !isObject(entry) || !('url' in entry || 'request' in entry))
  if (wrong >= 0 || entries.length === 0)
    throw new Error(
      lines.length > 1
        ? `it is neither HAR nor NDJSON: line ${wrong + 1} is no exchange`
        : 'it is no HAR file: it has no log.entries',
    )
  return entries as Entry[]
}

function callOf(entry: Entry, contract: Contract): RecordedCall | null {
  const { request, response } = entry
  const url = request?.url ?? entry.url ?? ''
  const path = URL.canParse(url, 'http://recorded') ? new URL(url, 'http://recorded').pathname : ''
  const operation = contract.operations.find((each) => path.endsWith(each.path))
  const { text = '', encoding } = response?.content ?? {}
  const body =
    entry.responseBody ??
    response?.body ??
    (encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text)
  const answer = typeof body === 'string' ? parsed(body) : body
  const status = response?.status ?? entry.status ?? 0
  // Status 0 is a call without an answer.
  if ((request?.method ?? entry.method) !== 'POST' || !operation || status === 0 || !isObject(answer)) return null
  const sent = entry.requestBody ?? request?.body ?? request?.postData?.text ?? null
  const time = entry.startedDateTime ?? entry.time
  return {
    operation,
    request: typeof sent === 'string' ? parsed(sent) : sent,
    status,
    body: answer,
    at: (typeof time === 'number' ? time : Date.parse(time ?? '')) || Date.now(),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
