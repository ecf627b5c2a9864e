import type { JournalEntry } from './journal.ts'

const headers = [{ name: 'content-type', value: 'application/json' }]
const sizes = { headersSize: -1, bodySize: -1 }
const none = { httpVersion: 'HTTP/1.1', cookies: [] }

/** Converts journal entries to HAR 1.2; `_paket` contains the fields that HAR lacks. */
export const journalHar = (entries: readonly JournalEntry[], origin: string) => ({
  log: {
    version: '1.2',
    creator: { name: 'paket-mock', version: '1' },
    entries: entries.map((entry) => harEntry(entry, origin)),
  },
})

function harEntry(entry: JournalEntry, origin: string) {
  const { at, method, path, body, answer, status, durationMs, ...rest } = entry
  const sent = JSON.stringify(body ?? null)
  // HAR uses status 0 for a call without a complete answer.
  const text = status === null || answer === null ? '' : JSON.stringify(answer)
  const time = durationMs ?? 0
  return {
    startedDateTime: at,
    time,
    request: {
      ...none,
      method,
      url: `${origin}${path}`,
      headers,
      queryString: [],
      ...sizes,
      ...(method !== 'GET' && { postData: { mimeType: 'application/json', text: sent } }),
    },
    response: {
      ...none,
      status: answer === null ? 0 : (status ?? 0),
      statusText: '',
      headers,
      redirectURL: '',
      content: { size: text.length, mimeType: 'application/json', text },
      ...sizes,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _paket: rest,
  }
}
