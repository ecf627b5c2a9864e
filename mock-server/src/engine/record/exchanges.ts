import type { Contract, Operation } from '#engine/contract/contract.ts'
import { findCall, parametersOfRequest } from '#engine/contract/find-call.ts'
import { parametersIn } from '#engine/contract/paths.ts'
import { isObject } from './difference.ts'
import { bytesAsText, formFields, isForm, isJson, isText } from '#engine/http/media.ts'

/** A call of the contract in a recorded session, with what it was answered. */
export interface RecordedCall {
  operation: Operation
  /** The request's fields; none when its body has none. */
  request: Record<string, unknown>
  /** Whether they are texts, whatever they mean. */
  isForm: boolean
  /** Of its path and query. */
  parameters: Record<string, unknown>
  status: number
  /** JSON as a value, all else as text, bytes with a character for each; undefined for none. */
  body: unknown
  /** The media type of what is not JSON. */
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
/** What is read of an entry of a HAR 1.2 file, or of a line of NDJSON: of headers the media type alone, cookies not at all. */
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
/** A contract, and where its calls are. */
export interface Called {
  contract: Contract
  basePaths: readonly string[]
}

/** The calls of a HAR file or of NDJSON, in their order; an error in words when it is neither. */
export async function callsIn(text: string, called: Called): Promise<RecordedCall[]> {
  const calls = (await Promise.all(entriesIn(text).map(async (entry) => callOf(entry, called)))).filter(
    (call) => call !== null,
  )
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

async function callOf(entry: Entry, called: Called): Promise<RecordedCall | null> {
  const { request, response } = entry
  const { operation, url } = foundIn(called, (request?.method ?? entry.method ?? '').toUpperCase(), entry)
  const status = response?.status ?? entry.status ?? 0
  const answer = answerOf(entry, status)
  // Status 0 is a call without an answer.
  if (!operation || status === 0 || !answer) return null
  const time = entry.startedDateTime ?? entry.time
  return {
    operation,
    ...(await fieldsOf(entry)),
    parameters: parametersOfRequest(operation, url),
    status,
    ...answer,
    at: (typeof time === 'number' ? time : Date.parse(time ?? '')) || Date.now(),
  }
}

/** The call, and its address below the base path. The backend may be behind another base path: then the longest end of its path counts that is a call's. */
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
  // A path of parameters alone would be any.
  return others.find(({ operation }) => isMeant(operation) && hasText(operation!)) ?? { operation: undefined, url: '' }
}
const hasText = ({ path }: Operation) => path.split('/').length - 1 > parametersIn(path).length

/** What a call was answered; null when it was not written down. */
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
  // What says that it is JSON and is none is text.
  const shown = type === undefined || isJson(type) ? 'text/plain' : type
  return { type: shown, body: isText(shown) ? bytes.toString() : encoding ? bytesAsText(bytes) : body }
}

/** The fields of a request: of JSON, or of a form. */
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

/** The media type that headers name, in a list of them or by their names. */
function typeIn(headers: unknown): string | undefined {
  const all: [unknown, unknown][] = Array.isArray(headers)
    ? headers.filter(isObject).map(({ name, value }) => [name, value])
    : Object.entries(isObject(headers) ? headers : {})
  const [, type] = all.find(([name]) => String(name).toLowerCase() === 'content-type') ?? []
  return typeof type === 'string' ? type : undefined
}

/** JSON; undefined when it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
