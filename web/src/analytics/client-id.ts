const LIMIT_MS = 1000
const LOOK_EVERY_MS = 100
/** A minute of them; a script that has not come by then is blocked. */
const MOST_LOOKS = 600

/**
 * Looks up the client id of the web analytics (OP-50): the function that its script puts under `name` is given a callback.
 * A caller waits at most 1 s (C-WIDGET-09); an id or a script that comes later is there for later calls.
 */
export function clientIdLookup(window: object, name: string | undefined): () => Promise<string | null> {
  let id: string | null = null
  let limited: Promise<string | null> | undefined
  if (!name) return async () => null
  const keep = (given: unknown) => {
    if (typeof given === 'string' && given) id = given
  }
  function look(): Promise<string | null> {
    return new Promise((resolve) => {
      let looks = 0
      const looking = setInterval(ask, LOOK_EVERY_MS)
      const limit = setTimeout(answer, LIMIT_MS)
      function answer(): void {
        clearTimeout(limit)
        resolve(id)
      }
      function ask(): void {
        const lookUp: unknown = Reflect.get(window, name ?? '')
        const isThere = typeof lookUp === 'function'
        if (isThere || ++looks > MOST_LOOKS) clearInterval(looking)
        if (!isThere) return
        try {
          Reflect.apply(lookUp, window, [(given: unknown) => (keep(given), answer())])
        } catch {
          answer()
        }
      }
      ask()
    })
  }
  return async () => id ?? (await (limited ??= look())) ?? id
}
