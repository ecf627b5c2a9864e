import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendEvents } from '#engine/http/event-stream.ts'
import type { Contract } from '#engine/contract/contract.ts'
import { Problem, readFields } from '#engine/http/http.ts'
import { TOKEN_CALL } from '#engine/state/faults.ts'
import type { Origins } from '#engine/http/origins.ts'
import { type Journal, type JournalEntry, UNKNOWN_CALL } from '#engine/state/journal.ts'
import { filtered, journalFilter } from '#engine/state/journal-filter.ts'
import { journalHar } from '#engine/state/journal-har.ts'
import type { User } from '#engine/state/user.ts'
import type { Users } from '#engine/state/users.ts'

/** An answer that is streamed. */
export class Live {
  readonly send: (response: ServerResponse) => void
  constructor(send: (response: ServerResponse) => void) {
    this.send = send
  }
}

interface JournalContext {
  users: Users
  contract: Contract
  origins: Origins
}
interface JournalRequest {
  request: IncomingMessage
  query: URLSearchParams
}

/**
 * Returns the calls of a user, or of all users: as a list, as HAR with `format=har`, as a stream with `Accept:
 * text/event-stream`.
 */
export function readJournal(
  { users: { journal }, contract, origins }: JournalContext,
  user: User | null,
  { request, query }: JournalRequest,
) {
  const operations = [...contract.operations.map(({ id }) => id), TOKEN_CALL, UNKNOWN_CALL]
  const filter = journalFilter(query, operations)
  const format = query.get('format')
  if (format !== null && format !== 'har' && format !== 'json')
    throw new Problem(400, 'Wrong query', `format must be json or har, got ${JSON.stringify(format)}`)
  const isSelected = (entry: JournalEntry) => (user === null || entry.login === user.login) && filter.matches(entry)
  if (request.headers.accept === 'text/event-stream')
    return new Live((response) =>
      sendEvents(response, (send) => {
        const after = Number(request.headers['last-event-id'] ?? query.get('after') ?? Number.NaN)
        // Sends what a client that reconnects has missed.
        for (const entry of journal.all()) if (entry.sequence > after && isSelected(entry)) send(entry.sequence, entry)
        return journal.subscribe((entry) => {
          if (isSelected(entry)) send(entry.sequence, entry)
        })
      }),
    )
  const entries = filtered(user ? user.journal : journal.all(), filter)
  return format === 'har' ? journalHar(entries, origins.main) : entries
}

/** Records what the app showed for an answer, by the answer's request id. */
export async function noteShown(journal: Journal, request: IncomingMessage): Promise<JournalEntry> {
  const { requestId, shown } = await readFields(request, ['requestId', 'shown'])
  if (typeof requestId !== 'string' || typeof shown !== 'string' || shown === '' || shown.length > MAX_SHOWN_LENGTH)
    throw new Problem(
      400,
      'Wrong body',
      `the body must be {"requestId":"…","shown":"…"}, with 1 to ${MAX_SHOWN_LENGTH} characters shown`,
    )
  const entry = journal.byRequest(requestId)
  if (!entry) throw new Problem(404, 'No such call', `no call in the journal has the request id ${requestId}`)
  entry.shown = shown
  journal.finish(entry)
  return entry
}
const MAX_SHOWN_LENGTH = 500
