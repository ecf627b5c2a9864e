/** A browser session over the W3C WebDriver protocol, with the commands that a smoke test needs. */
export interface WebDriver {
  open: (url: string) => Promise<void>
  /** Waits until the element of an XPath is displayed. */
  see: (xpath: string) => Promise<void>
  press: (xpath: string) => Promise<void>
  /**
   * Opens a page and clicks the button whose text starts with `text`, `afterMs` after the first paint by the page's
   * clock. Needs a session with the `pageLoadStrategy` `none`. Returns the milliseconds between paint and click.
   */
  pressEarly: (url: string, text: string, afterMs: number) => Promise<number>
  type: (xpath: string, text: string) => Promise<void>
  version: string
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** Runs in the page; reports null while the previous page is still shown. */
const pressAfterPaint = `
  const [url, text, afterMs, done] = arguments
  if (location.href !== url) return done(null)
  const look = () => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const button = [...document.querySelectorAll('button')].find((each) =>
      each.textContent.replaceAll('\\u00a0', ' ').startsWith(text))
    const sinceMs = paint ? performance.now() - paint.startTime : -1
    if (!button || sinceMs < afterMs) return setTimeout(look, 1)
    done(sinceMs)
    button.click()
  }
  look()`
/**
 * Runs in the page; reports why a click would miss the element, or an empty text. WebKit's driver clicks elements that
 * are below the viewport, covered or still sliding in, which the standard does not allow.
 */
const whyNotClickable = `
  const [element, done] = arguments
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  // Two frames, because a slow machine may paint none between two commands.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const now = element.getBoundingClientRect()
    const isMoving = document.getAnimations().some(({ effect, playState }) =>
      playState === 'running' && effect.getTiming().iterations === 1 && effect.target.contains(element))
    if (now.x !== x || now.y !== y || isMoving) return done('still moving')
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    const isHit = hit && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.control === element)
    done(isHit ? '' : 'covered')
  }))`
const CALL_MS = 30_000
const PAUSE_MS = 200

async function send<T>(method: 'GET' | 'POST', url: string, body?: object): Promise<T> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(CALL_MS),
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }).catch((error: unknown) => {
    throw new Error(`The driver did not answer ${method} ${new URL(url).pathname}: ${String(error)}`, { cause: error })
  })
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
  if (!answer.ok) throw new Error(`${value.error ?? answer.status}: ${value.message ?? ''}`)
  return value
}

/** Starts a browser through the driver. `patienceMs` limits each wait. */
export async function startBrowser(driver: string, capabilities: object, patienceMs: number): Promise<WebDriver> {
  const { sessionId, capabilities: actual } = await send<{
    sessionId: string
    capabilities: { browserName: string; browserVersion: string }
  }>('POST', `${driver}/session`, { capabilities: { alwaysMatch: capabilities } })
  const session = `${driver}/session/${sessionId}`

  async function find(xpath: string): Promise<string> {
    const found = await send<Record<string, string>>('POST', `${session}/element`, { using: 'xpath', value: xpath })
    const element = `${session}/element/${found[ELEMENT]}`
    if (!(await send<boolean>('GET', `${element}/displayed`))) throw new Error('not displayed')
    return element
  }
  /** Finds an element that can be clicked, and scrolls it into view. */
  async function findClickable(xpath: string): Promise<string> {
    const element = await find(xpath)
    const args = [{ [ELEMENT]: element.slice(element.lastIndexOf('/') + 1) }]
    const why = await send<string>('POST', `${session}/execute/async`, { script: whyNotClickable, args })
    if (why) throw new Error(why)
    return element
  }
  const pageText = async () => {
    const script = 'return `${location.href}\\n${document.body.innerText}`'
    return send<string>('POST', `${session}/execute/sync`, { script, args: [] }).catch(String)
  }
  /** Retries until it works, because the page can re-render between finding and clicking. */
  async function retry(what: string, work: () => Promise<unknown>, pauseMs = PAUSE_MS): Promise<void> {
    const until = Date.now() + patienceMs
    for (;;) {
      try {
        await work()
        return
      } catch (error) {
        if (Date.now() > until)
          throw new Error(`WebKit could not ${what} (${String(error)}). The page shows:\n${await pageText()}`, {
            cause: error,
          })
        await new Promise((done) => setTimeout(done, pauseMs))
      }
    }
  }
  return {
    version: `${actual.browserName} ${actual.browserVersion}`,
    open: (url) => send('POST', `${session}/url`, { url }),
    see: (xpath) => retry(`see ${xpath}`, () => find(xpath)),
    press: (xpath) => retry(`press ${xpath}`, async () => send('POST', `${await findClickable(xpath)}/click`, {})),
    type: (xpath, text) =>
      retry(`type into ${xpath}`, async () => send('POST', `${await find(xpath)}/value`, { text })),
    async pressEarly(url, text, afterMs) {
      await send('POST', `${session}/url`, { url })
      let sinceMs: number | null = null
      await retry(
        `press «${text}» of ${url} early`,
        async () => {
          sinceMs = await send('POST', `${session}/execute/async`, {
            script: pressAfterPaint,
            args: [url, text, afterMs],
          })
          if (sinceMs === null) throw new Error('the page has not loaded')
        },
        0,
      )
      return sinceMs ?? Infinity
    },
  }
}
