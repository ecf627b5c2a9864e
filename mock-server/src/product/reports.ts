import type { IncomingMessage, ServerResponse } from 'node:http'
import { pathOf, Problem, readJson, sendJson } from '#engine/http/http.ts'

/** Where the app sends its reports: a collector of OTLP/HTTP, with its usual path for logs. */
export const REPORTS_PATH = '/otlp'
const logs = /^\/otlp\/v1\/logs$/
const MOST_STORED = 1500

/** A log record as it came, its attributes and those of its resource together. */
export interface ReportEntry {
  at: string
  event: string
  attributes: Record<string, string | number | boolean>
  /** The `visit` of the address that it was sent to: one test's reports among all. */
  visit: string | null
}

/** A collector that keeps the latest reports, to be looked at. */
export class Reports {
  #entries: ReportEntry[] = []

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!logs.test(pathOf(request)))
      throw new Problem(404, 'Nothing here', `The collector takes logs alone, got ${pathOf(request)}`)
    if (request.method !== 'POST')
      throw new Problem(405, 'Wrong method', `Reports are sent by POST, got ${request.method}`, {
        headers: { allow: 'POST' },
      })
    const visit = new URL(request.url ?? '/', 'http://mock').searchParams.get('visit')
    const entries = entriesOf(await readJson(request))
    this.#entries = [...this.#entries, ...entries.map((entry) => ({ ...entry, visit }))].slice(-MOST_STORED)
    sendJson(response, 200, {})
  }
  /** The latest last; of one visit, or the latest so many. */
  list(query: URLSearchParams): ReportEntry[] {
    const visit = query.get('visit')
    const limit = Number(query.get('limit') ?? MOST_STORED)
    if (!Number.isInteger(limit) || limit < 1)
      throw new Problem(400, 'Wrong query', `limit must be a whole number over 0, got ${query.get('limit')}`)
    return this.#entries.filter((entry) => visit === null || entry.visit === visit).slice(-limit)
  }
  clear(): void {
    this.#entries = []
  }
}

type Json = Record<string, unknown>
/** The records of an `ExportLogsServiceRequest`; a Problem that names what is not one. */
function entriesOf(body: unknown): Omit<ReportEntry, 'visit'>[] {
  return list(body, 'resourceLogs').flatMap((resourceLogs) => {
    const shared = attributesOf((resourceLogs['resource'] ?? {}) as Json)
    return list(resourceLogs, 'scopeLogs').flatMap((scopeLogs) =>
      list(scopeLogs, 'logRecords').map((record) => {
        const { eventName, timeUnixNano } = record
        if (typeof eventName !== 'string' || typeof timeUnixNano !== 'string' || !/^\d{16,19}$/.test(timeUnixNano))
          throw wrong('a log record must have an eventName, and a timeUnixNano of digits')
        const at = new Date(Number(BigInt(timeUnixNano) / 1_000_000n)).toISOString()
        return { at, event: eventName, attributes: { ...shared, ...attributesOf(record) } }
      }),
    )
  })
}
function list(value: unknown, field: string): Json[] {
  const found = typeof value === 'object' && value !== null ? (value as Json)[field] : undefined
  if (!Array.isArray(found) || !found.every((each) => typeof each === 'object' && each !== null))
    throw wrong(`${field} must be a list of objects`)
  return found as Json[]
}
function attributesOf(holder: Json): ReportEntry['attributes'] {
  return Object.fromEntries(
    list(holder, 'attributes').map(({ key, value }) => {
      const [kind, raw] = Object.entries((value ?? {}) as Json)[0] ?? []
      if (typeof key !== 'string') throw wrong('an attribute must have a key')
      if (kind === 'intValue' && typeof raw === 'string' && /^-?\d+$/.test(raw)) return [key, Number(raw)]
      const isOne =
        (kind === 'stringValue' && typeof raw === 'string') ||
        (kind === 'doubleValue' && typeof raw === 'number') ||
        (kind === 'boolValue' && typeof raw === 'boolean')
      if (!isOne) throw wrong(`${key} must have a stringValue, intValue (digits in a text), doubleValue or boolValue`)
      return [key, raw]
    }),
  )
}
const wrong = (detail: string) => new Problem(400, 'No OTLP logs', detail)
