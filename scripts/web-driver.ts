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
const CALL_MS = 30_000
const PAUSE_MS = 200
const STILL_MS = 100

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
  /**
   * Finds an element, scrolls it into view and checks that it is not moving: a click would miss one that is still
   * sliding in.
   */
  async function findStill(xpath: string): Promise<string> {
    const element = await find(xpath)
    // WebKit's driver does not scroll to an element below the viewport before it clicks, as the standard requires.
    const script = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })"
    const args = [{ [ELEMENT]: element.slice(element.lastIndexOf('/') + 1) }]
    await send('POST', `${session}/execute/sync`, { script, args })
    const place = async () => JSON.stringify(await send('GET', `${element}/rect`))
    const before = await place()
    await new Promise((done) => setTimeout(done, STILL_MS))
    if ((await place()) !== before) throw new Error('still moving')
    return element
  }
  const pageText = async () =>
    send<string>('POST', `${session}/execute/sync`, { script: 'return document.body.innerText', args: [] }).catch(
      String,
    )
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
    press: (xpath) => retry(`press ${xpath}`, async () => send('POST', `${await findStill(xpath)}/click`, {})),
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
