import type { Contract, Operation } from '#engine/contract/contract.ts'

/** A call of the contract in a recorded session, with what it was answered. */
export interface RecordedCall {
  operation: Operation
  status: number
  body: unknown
  at: number
}
/** What is read of a HAR 1.2 file. Headers, cookies and requests are not looked at. */
interface Har {
  log?: {
    entries?: {
      startedDateTime?: string
      request?: { method?: string; url?: string }
      response?: { status?: number; content?: { text?: string; encoding?: string } }
    }[]
  }
}

/** The calls of a HAR file, in their order; an error in words when it is none. */
export function callsIn(text: string, contract: Contract): RecordedCall[] {
  const har = parsed(text) as Har | null
  const entries = har?.log?.entries
  if (!Array.isArray(entries)) throw new Error('it is no HAR file: it has no log.entries')
  const calls = entries.flatMap(({ startedDateTime = '', request, response }) => {
    const { url = '', method } = request ?? {}
    const path = URL.canParse(url) ? new URL(url).pathname : ''
    const operation = contract.operations.find((each) => path.endsWith(each.path))
    const { text: content = '', encoding } = response?.content ?? {}
    const body = parsed(encoding === 'base64' ? Buffer.from(content, 'base64').toString('utf8') : content)
    // Status 0 is a call without an answer.
    if (method !== 'POST' || !operation || !response?.status || typeof body !== 'object' || body === null) return []
    return [{ operation, status: response.status, body, at: Date.parse(startedDateTime) }]
  })
  if (calls.length === 0) throw new Error('no call of the contract is in it')
  return calls
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
