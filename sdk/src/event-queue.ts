import type { Client } from './client.ts'
import { sendProductEventEveryMs } from './generated/polling.gen.ts'
import type { Request } from './operation.ts'
import { report } from './report.ts'

export interface EventQueueOptions {
  /** Waits between events, in milliseconds. Default: a timer. */
  sleep?: (ms: number) => Promise<void>
  /** Asked of an event when its turn has come; one that is not wanted any more is dropped, and the next one has its turn. */
  isWanted?: (event: Request<'sendProductEvent'>) => boolean
}

/**
 * Sends product events one after the other, at most one a second; what comes faster waits and is not lost (C-CALL-08, OO-58).
 * Failures are nobody's business (OP-22): the returned function never throws and never rejects; what its options throw goes to the console.
 */
export function eventQueue(
  client: Pick<Client, 'sendProductEvent'>,
  { sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)), isWanted = () => true }: EventQueueOptions = {},
): (event: Request<'sendProductEvent'>) => void {
  const waiting: Request<'sendProductEvent'>[] = []
  let isRunning = false
  async function run() {
    isRunning = true
    for (let event = waiting.shift(); event; event = waiting.shift())
      try {
        if (!isWanted(event)) continue
        await client.sendProductEvent(event)
        await sleep(sendProductEventEveryMs)
      } catch (error) {
        // A bug of the event or of whoever asks for events: the next one leaves all the same.
        report(error)
      }
    isRunning = false
  }
  return (event) => {
    waiting.push(event)
    if (!isRunning) void run()
  }
}
