import type { IncomingMessage, ServerResponse } from 'node:http'
import { checkQuery, pathOf, Problem, readJson, sendJson } from '#engine/http/http.ts'

/** The base path of the reports that the app sends by OTLP/HTTP; logs have the standard path below it. */
export const REPORTS_PATH = '/otlp'
const logs = /^\/otlp\/v1\/logs$/
const MAX_STORED = 1500

/** A log record with its own attributes and those of its resource. */
export interface ReportEntry {
  at: string
  event: string
  attributes: Record<string, string | number | boolean>
  /** The `visit` parameter of the URL; separates the reports of one test. */
  visit: string | null
}

/** An in-memory OTLP collector of the latest reports. */
export class Reports {
  #entries: ReportEntry[] = []

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!logs.test(pathOf(request)))
      throw new Problem(404, 'Not found', `The collector only takes logs, got ${pathOf(request)}`)
    if (request.method !== 'POST')
      throw new Problem(405, 'Wrong method', `Reports are sent by POST, got ${request.method}`, {
        headers: { allow: 'POST' },
      })
    const visit = new URL(request.url ?? '/', 'http://mock').searchParams.get('visit')
    const entries = entriesOf(await readJson(request))
    this.#entries = [...this.#entries, ...entries.map((entry) => ({ ...entry, visit }))].slice(-MAX_STORED)
    sendJson(response, 200, {})
  }
  /** Returns reports, the latest last; filtered by visit, limited to the latest. */
  list(query: URLSearchParams): ReportEntry[] {
    checkQuery(query, ['visit', 'limit'])
    const visit = query.get('visit')
    const limit = Number(query.get('limit') ?? MAX_STORED)
    if (!Number.isInteger(limit) || limit < 1)
      throw new Problem(400, 'Wrong query', `limit must be a whole number greater than 0, got ${query.get('limit')}`)
    return this.#entries.filter((entry) => visit === null || entry.visit === visit).slice(-limit)
  }
  clear(): void {
    this.#entries = []
  }
}

type Json = Record<string, unknown>
/** Parses an `ExportLogsServiceRequest`; throws a Problem that names the invalid part. */
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
      if (!isOne) throw wrong(`${key} must have a stringValue, intValue (digits in a string), doubleValue or boolValue`)
      return [key, raw]
    }),
  )
}
const wrong = (detail: string) => new Problem(400, 'Invalid OTLP logs', detail)
