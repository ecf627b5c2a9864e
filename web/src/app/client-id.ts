const LIMIT_MS = 1000
const LOOK_EVERY_MS = 100

/**
 * Looks up the client id of the web analytics (OP-50): the function that its script puts under `name` is given a callback.
 * Who asks waits 1 s at most (C-WIDGET-09); an id that comes later is there for those who ask later.
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
      const limit = setTimeout(() => done(), LIMIT_MS)
      const looking = setInterval(() => ask(), LOOK_EVERY_MS)
      let isAsked = false
      function done(): void {
        clearTimeout(limit)
        clearInterval(looking)
        resolve(id)
      }
      function ask(): void {
        const lookUp: unknown = Reflect.get(window, name ?? '')
        if (isAsked || typeof lookUp !== 'function') return
        isAsked = true
        try {
          Reflect.apply(lookUp, window, [(given: unknown) => (keep(given), done())])
        } catch {
          done()
        }
      }
      ask()
    })
  }
  return async () => id ?? (await (limited ??= look())) ?? id
}
