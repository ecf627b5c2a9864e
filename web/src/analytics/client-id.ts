const DEADLINE_MS = 1000
const POLL_MS = 100
/** One minute of polls: a script that has not loaded by then is blocked. */
const MAX_POLLS = 600

/**
 * Looks up the client id of the web analytics (OP-50), by passing a callback to the global function `name` of its script.
 * A caller waits at most 1 s (C-WIDGET-09). The look-up continues after that, so that later calls get a late id.
 */
export function clientIdLookup(window: object, name: string | undefined): () => Promise<string | null> {
  let id: string | null = null
  let lookUp: Promise<string | null> | undefined
  if (!name) return async () => null
  function startLookUp(): Promise<string | null> {
    return new Promise((resolve) => {
      let polls = 0
      const polling = setInterval(poll, POLL_MS)
      const deadline = setTimeout(end, DEADLINE_MS)
      function end(): void {
        clearTimeout(deadline)
        resolve(id)
      }
      function receive(value: unknown): void {
        if (typeof value === 'string' && value) id = value
        end()
      }
      function poll(): void {
        const getId: unknown = Reflect.get(window, name ?? '')
        const isLoaded = typeof getId === 'function'
        if (isLoaded || ++polls > MAX_POLLS) clearInterval(polling)
        if (!isLoaded) return
        try {
          Reflect.apply(getId, window, [receive])
        } catch {
          end()
        }
      }
      poll()
    })
  }
  return async () => id ?? (await (lookUp ??= startLookUp())) ?? id
}
