import type { Contract, Operation } from '#engine/contract/contract.ts'
import { findCall, parametersOfRequest } from '#engine/contract/find-call.ts'
import { parametersIn } from '#engine/contract/paths.ts'
import { isObject } from './difference.ts'
import { bytesAsText, formFields, isForm, isJson, isText } from '#engine/http/media.ts'

/** A call of the contract in a recorded session, with its answer. */
export interface RecordedCall {
  operation: Operation
  /** The request's fields; empty when its body has none. */
  request: Record<string, unknown>
  /** Whether the fields come from a form, where every value is a string. */
  isForm: boolean
  /** Path and query parameters. */
  parameters: Record<string, unknown>
  status: number
  /** JSON as a value, everything else as a string, bytes as one character each; undefined without a body. */
  body: unknown
  /** The media type of an answer that is not JSON. */
  type?: string
  at: number
}
interface Content {
  text?: string
  encoding?: string
  mimeType?: string
  size?: number
}
interface Posted {
  text?: string
  mimeType?: string
  params?: { name: string; value?: string }[]
}
/** The parts of a HAR 1.2 entry or of an NDJSON line that are read: of headers only the media type, no cookies. */
interface Entry {
  startedDateTime?: string
  time?: number | string
  method?: string
  url?: string
  status?: number
  requestBody?: unknown
  responseBody?: unknown
  requestHeaders?: unknown
  responseHeaders?: unknown
  request?: { method?: string; url?: string; headers?: unknown; body?: unknown; postData?: Posted }
  response?: { status?: number; headers?: unknown; body?: unknown; content?: Content }
}
/** A contract and its base paths. */
export interface Called {
  contract: Contract
  basePaths: readonly string[]
}

/** Returns the calls of a HAR or NDJSON text in order; throws an error when it is neither. */
export async function callsIn(text: string, called: Called): Promise<RecordedCall[]> {
  const calls = (await Promise.all(entriesIn(text).map(async (entry) => callOf(entry, called)))).filter(
    (call) => call !== null,
  )
  if (calls.length === 0) throw new Error('it contains no call of the contract')
  return calls
}

function entriesIn(text: string): Entry[] {
  const whole = parsed(text)
  const log = isObject(whole) ? whole['log'] : undefined
  if (isObject(log) && Array.isArray(log['entries'])) {
    const strange = log['entries'].findIndex((entry) => !isEntry(entry))
    if (strange >= 0) throw new Error(`log.entries.${strange} is not an exchange`)
    return log['entries'] as Entry[]
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const entries = lines.map(parsed)
  const wrong = entries.findIndex((entry) => !isEntry(entry) || !('url' in entry || 'request' in entry))
  if (wrong >= 0 || entries.length === 0)
    throw new Error(
      lines.length > 1
        ? `it is neither HAR nor NDJSON: line ${wrong + 1} is not an exchange`
        : 'it is not a HAR file: log.entries is missing',
    )
  return entries as Entry[]
}

/** Whether it can be read as an exchange; its method and URL are texts when they are there. */
const isEntry = (entry: unknown): entry is Entry =>
  isObject(entry) &&
  [entry, entry['request']].every(
    (part) =>
      !isObject(part) || [part['method'], part['url']].every((each) => ['string', 'undefined'].includes(typeof each)),
  )

async function callOf(entry: Entry, called: Called): Promise<RecordedCall | null> {
  const { request, response } = entry
  const { operation, url } = foundIn(called, (request?.method ?? entry.method ?? '').toUpperCase(), entry)
  const status = response?.status ?? entry.status ?? 0
  const answer = answerOf(entry, status)
  // Status 0 means that the call got no answer.
  if (!operation || status === 0 || !answer) return null
  const time = entry.startedDateTime ?? entry.time
  if (status < 200 || status > 599)
    throw new Error(
      `${operation.id} has the status ${status}${time === undefined ? '' : ` at ${time}`}, and the mock sends 200 to 599: remove this exchange`,
    )
  return {
    operation,
    ...(await fieldsOf(entry)),
    parameters: parametersOfRequest(operation, url),
    status,
    ...answer,
    at: (typeof time === 'number' ? time : Date.parse(time ?? '')) || Date.now(),
  }
}

/**
 * Finds the operation of a recorded URL and the path below the base path. The backend may use another base path, so the
 * longest suffix that matches an operation counts.
 */
function foundIn({ contract, basePaths }: Called, method: string, { request, url: given }: Entry) {
  const text = request?.url ?? given ?? ''
  const { pathname, search } = URL.canParse(text, 'http://recorded')
    ? new URL(text, 'http://recorded')
    : { pathname: '', search: '' }
  const parts = pathname.split('/').slice(1)
  const ends = parts.map((_part, at) => `/${parts.slice(at).join('/')}`)
  const tried = [
    findCall(contract, basePaths, method, pathname + search),
    ...ends.map((end) => findCall(contract, [''], method, end + search)),
  ]
  const isMeant = (operation: Operation | undefined) => operation?.method === method.toLowerCase()
  const [exact, ...others] = tried
  if (isMeant(exact?.operation)) return exact!
  // A template of only parameters would match any path.
  return others.find(({ operation }) => isMeant(operation) && hasText(operation!)) ?? { operation: undefined, url: '' }
}
const hasText = ({ path }: Operation) => path.split('/').length - 1 > parametersIn(path).length

/** Returns the answer of an exchange; null when the recording does not contain it. */
function answerOf(
  { response, responseBody, responseHeaders }: Entry,
  status: number,
): Pick<RecordedCall, 'body' | 'type'> | null {
  const { text, encoding, size, mimeType } = response?.content ?? {}
  const body = responseBody ?? response?.body ?? text
  const isEmpty = body === '' || (body === undefined && (size === 0 || status === 204 || status === 304))
  if (isEmpty) return (size ?? 0) > 0 ? null : { body: undefined }
  if (body === undefined) return null
  if (typeof body !== 'string') return { body }
  const type = mimeType || typeIn(response?.headers ?? responseHeaders)
  const bytes = encoding === 'base64' ? Buffer.from(body, 'base64') : Buffer.from(body)
  const json = type === undefined || isJson(type) ? parsed(bytes.toString()) : undefined
  if (json !== undefined) return { body: json }
  // Invalid JSON is treated as text.
  const shown = type === undefined || isJson(type) ? 'text/plain' : type
  return { type: shown, body: isText(shown) ? bytes.toString() : encoding ? bytesAsText(bytes) : body }
}

/** Returns the fields of a JSON or form request. */
async function fieldsOf({
  request,
  requestBody,
  requestHeaders,
}: Entry): Promise<Pick<RecordedCall, 'request' | 'isForm'>> {
  const { postData } = request ?? {}
  const sent = requestBody ?? request?.body ?? postData?.text ?? null
  const value = typeof sent === 'string' ? parsed(sent) : sent
  const type = postData?.mimeType ?? typeIn(request?.headers ?? requestHeaders) ?? ''
  if (isObject(value)) return { request: value, isForm: isForm(type) }
  const fields =
    typeof sent === 'string' && isForm(type)
      ? await formFields(type, Buffer.from(sent)).catch(() => ({}))
      : Object.fromEntries((postData?.params ?? []).map(({ name, value: field = '' }) => [name, field]))
  return { request: fields, isForm: true }
}

/** Returns the media type from headers, in HAR's list form or as an object. */
function typeIn(headers: unknown): string | undefined {
  const all: [unknown, unknown][] = Array.isArray(headers)
    ? headers.filter(isObject).map(({ name, value }) => [name, value])
    : Object.entries(isObject(headers) ? headers : {})
  const [, type] = all.find(([name]) => String(name).toLowerCase() === 'content-type') ?? []
  return typeof type === 'string' ? type : undefined
}

/** Parses JSON; undefined when it is invalid. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
