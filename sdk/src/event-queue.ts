import type { Client } from './client.ts'
import { sendProductEventEveryMs } from './generated/polling.gen.ts'
import type { Request } from './operation.ts'
import { report } from './report.ts'

/** Options of `eventQueue`. */
export interface EventQueueOptions {
  /** Waits between events, in milliseconds. Default: a timer. */
  sleep?: (ms: number) => Promise<void>
  /** Called before an event is sent; return false to drop it. The next one then follows at once. */
  isWanted?: (event: Request<'sendProductEvent'>) => boolean
}

/**
 * Sends product events one at a time, throttled to one a second; events that come faster are queued, not dropped.
 * Failures are ignored: the returned function never throws and never rejects; what its options throw goes to the console.
 */
// Source: C-CALL-08, OO-58, OP-22.
export function eventQueue(
  client: Pick<Client, 'sendProductEvent'>,
  { sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)), isWanted = () => true }: EventQueueOptions = {},
): (event: Request<'sendProductEvent'>) => void {
  const queue: Request<'sendProductEvent'>[] = []
  let isRunning = false
  async function run() {
    isRunning = true
    for (let event = queue.shift(); event; event = queue.shift())
      try {
        if (!isWanted(event)) continue
        await client.sendProductEvent(event)
        await sleep(sendProductEventEveryMs)
      } catch (error) {
        // A bug in the event or in the options must not stop the queue.
        report(error)
      }
    isRunning = false
  }
  return (event) => {
    queue.push(event)
    if (!isRunning) void run()
  }
}
