import { act, fireEvent } from '@testing-library/react'

/** What is shown: the open dialog, or the page. */
export interface Shown {
  kind: 'dialog' | 'page'
  name: string
  /** Accessible names of enabled buttons and links; without the page's header and footer. */
  ways: string[]
  /** With two open dialogs the texts of both, because their order is not determined. */
  text: string
  isLoading: boolean
}
const pressable = 'button, a[href], label:has(input[type=checkbox]), [role=radio], [role=switch], [role=tab]'
/** A no-break space as a space, to read as the page does; tests/web/domain compares the spaces. */
const plain = (text: string | null | undefined) => (text ?? '').replace(/[\u00a0\u202f]/g, ' ').trim()
const nameOf = (element: Element): string => {
  const [label, by] = [element.getAttribute('aria-label'), element.getAttribute('aria-labelledby')]
  const labels = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null
  return plain(label ?? (by ? document.getElementById(by)?.textContent : (labels?.[0] ?? element).textContent))
}
const isOff = (element: Element) => element.hasAttribute('disabled') || element.getAttribute('aria-disabled') === 'true'
const dialogs = (): Element[] => [...document.querySelectorAll('[role=dialog]')]
const top = (): Element | undefined => dialogs().at(-1)

export function shown(): Shown {
  const dialog = top()
  const main = document.querySelector('main')
  const part = dialog ?? main ?? document.body
  const ways = [...part.querySelectorAll(pressable)].filter((element) => !isOff(element)).map(nameOf)
  const name = dialog ? nameOf(dialog) : plain(part.querySelector('h1')?.textContent)
  const waiting = [...part.querySelectorAll('output')].some(({ textContent }) => /Загружаем/.test(textContent))
  return {
    kind: dialog ? 'dialog' : 'page',
    name,
    ways: ways.filter(Boolean),
    text: plain((dialog ? dialogs() : [part]).map(({ textContent }) => textContent).join('\n')),
    isLoading: waiting,
  }
}

/** Whether the user can continue: there is a name and something to press, and a page is not loading. */
export const isWayOn = ({ kind, name, ways, isLoading }: Shown): boolean =>
  name !== '' && ways.length > 0 && (kind === 'dialog' || !isLoading)

export const inWords = ({ kind, name, ways, isLoading, text }: Shown): string =>
  `${kind} «${name}»${isLoading ? ' that loads' : ''}, to press: ${ways.map((way) => `«${way}»`).join(', ') || 'nothing'}; it reads: ${text.slice(0, 300)}`

/** The timer as it was before a walk shortened its pauses. */
const { setTimeout: realTimeout } = globalThis
const PATIENCE_MS = 12_000
const GLANCE_MS = 8

/** Repeats `look` until it does not throw; the page runs in between. */
export async function until<T>(look: () => T): Promise<T> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return look()
    } catch (error) {
      if (performance.now() > end) throw error
    }
    await act(() => new Promise((done) => realTimeout(done, GLANCE_MS)))
  }
}

/** Waits for an element with this accessible name; returns the first one. */
function find(selector: string, name: RegExp): Promise<HTMLElement> {
  return until(() => {
    const all = [...(top() ?? document.body).querySelectorAll<HTMLElement>(selector)]
    const found = all.find((one) => !isOff(one) && name.test(nameOf(one)))
    if (!found) throw new Error(`nothing here is named ${String(name)}: ${inWords(shown())}`)
    return found
  })
}

export async function press(name: RegExp): Promise<void> {
  const found = await find(pressable, name)
  await act(async () => found.click())
}

export async function type(name: RegExp, text: string): Promise<void> {
  const field = await find('input, textarea', name)
  await act(async () => void fireEvent.change(field, { target: { value: text } }))
}

/** Waits until a dialog of this name is open, and the previous one is removed. */
export async function untilDialog(name: string | RegExp): Promise<Shown> {
  return until(() => {
    const now = shown()
    const isIt = typeof name === 'string' ? now.name === name : name.test(now.name)
    if (dialogs().length !== 1 || !isIt) throw new Error(`«${String(name)}» is not shown: ${inWords(now)}`)
    return now
  })
}

/** Closes the dialog by the Escape key. */
export async function escape(): Promise<void> {
  await act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }))
  await until(() => {
    if (dialogs().length > 0) throw new Error(`Escape does not close: ${inWords(shown())}`)
  })
}

/** Waits until the user can continue. */
export async function untilWayOn(what: string, isIt: (now: Shown) => boolean = () => true): Promise<Shown> {
  return until(() => {
    const now = shown()
    if (!isWayOn(now) || !isIt(now)) throw new Error(`${what}: ${inWords(now)}`)
    return now
  })
}
