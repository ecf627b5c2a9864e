import { configure, fireEvent, waitFor, within } from '@testing-library/dom'
import { Browser } from 'happy-dom'
import { expect, onTestFinished } from 'vitest'
import { ask } from '../support.ts'

configure({
  // A refresh takes a second, and more on a busy machine.
  asyncUtilTimeout: 12_000,
  // Without the document, which has hundreds of buttons.
  getElementError: (message) => new Error(message?.split('\n', 1)[0]),
})

/** What a test answers instead of the mock: `down` is a network that fails, undefined leaves the request to the mock. */
export type Intercepted = 'down' | { status: number; body: string } | undefined
export interface Intercept {
  (request: { method: string; path: string }): Intercepted | Promise<Intercepted>
}

interface Page {
  document: Document
  location: Location
  navigator: Navigator
  confirm: (question: string) => boolean
}

/**
 * The mock's panel as a tester uses it: the page and its scripts, as the mock serves them, in a document without styles
 * and layout. `e2e/specs/panel.spec.ts` tests what needs a browser. A script error fails the test.
 */
export class Panel {
  readonly page: Page
  /** The requests of the panel so far, as `GET /__mock/users`. */
  readonly requests: readonly string[]
  readonly #origin: string
  constructor(page: Page, requests: readonly string[], origin: string) {
    this.page = page
    this.requests = requests
    this.#origin = origin
  }
  get find() {
    return within(this.page.document.body)
  }
  get status(): HTMLElement {
    return this.find.getByRole('status')
  }
  region = (name: string): HTMLElement => this.find.getByRole('region', { name })
  section = (name: string) => within(this.region(name))
  /** The texts of the journal's rows. */
  get journal(): string[] {
    return this.section('Journal')
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  }
  async press(name: string | RegExp): Promise<void> {
    const button = await this.find.findByRole('button', { name })
    button.click()
  }
  fill = (control: HTMLElement, value: string) => void fireEvent.input(control, { target: { value } })
  pressKey = (control: HTMLElement, key: string) => void fireEvent.keyDown(control, { key })
  /** Chooses the option of a field by its value or its text. */
  choose(field: string, option: string): void {
    const select = this.find.getByRole<HTMLSelectElement>('combobox', { name: field })
    const chosen = Array.from(select.options).find(({ value, text }) => [value, text].includes(option))
    if (!chosen) throw new Error(`“${field}” has no option ${option}.`)
    fireEvent.change(select, { target: { value: chosen.value } })
  }
  /** Repeats an assertion until it holds. */
  until = (assertion: () => void): Promise<void> => waitFor(assertion, { container: this.page.document.body })
  says = (text: string | RegExp): Promise<void> => this.until(() => expect(this.status.textContent).toMatch(text))

  /** Selects another user by the hash, as a link does. */
  select = (login: string) => void (this.page.location.hash = login)
  shows = (login: string) => this.find.findByRole('heading', { level: 2, name: login })
  async startOver(scenario: string): Promise<void> {
    this.choose('Start over as', scenario)
    await this.press('Start over')
    await this.says(`starts over as ${scenario}`)
  }
  async breakNext(call: string, answer: string): Promise<void> {
    this.choose('Call', call)
    await this.press(`Next answer: ${call} ${answer}`)
    await this.says(`Fault added: ${call}, ${answer}`)
  }
  control = (method: string, path: string, body?: unknown) => ask(this.#origin, method, `/__mock${path}`, body)
}

/** Opens the panel; `hash` is a login, or the end of a link. It is closed after the test. */
export async function openPanel(origin: string, hash: string, intercept: Intercept = () => undefined): Promise<Panel> {
  const requests: string[] = []
  const browser = new Browser({
    settings: {
      enableJavaScriptEvaluation: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
      disableComputedStyleRendering: true,
      handleDisabledFileLoadingAsSuccess: true,
      fetch: {
        interceptor: {
          async beforeAsyncRequest({ request, window }) {
            const { pathname } = new URL(request.url)
            requests.push(`${request.method} ${pathname}`)
            const answer = await intercept({ method: request.method, path: pathname })
            if (answer === 'down') throw new TypeError('The network fails.')
            return answer && new window.Response(answer.body, { status: answer.status })
          },
        },
      },
    },
  })
  const page = browser.newPage()
  onTestFinished(async () => {
    const written = page.virtualConsolePrinter.readAsString().split('\n')
    await browser.close()
    // As in a browser, responses with an error status are in the console too.
    expect(written.filter((line) => line !== '' && !/^[A-Z]+ http\S+ \d{3} /.test(line))).toEqual([])
  })
  await page.goto(`${origin}/__mock#${hash}`)
  return new Panel(page.mainFrame.window as unknown as Page, requests, origin)
}

/** Opens the panel for a login and waits until it shows this user. */
export async function openPanelOf(origin: string, login: string, intercept?: Intercept): Promise<Panel> {
  const panel = await openPanel(origin, login, intercept)
  await panel.shows(login)
  return panel
}
