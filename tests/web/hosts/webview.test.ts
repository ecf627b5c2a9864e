// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Bridge, type BridgeWindow, callbackBridge, messageBridge, objectBridge } from '#web/hosts/bridge.ts'
import { createHost, type HostMarks, hostName } from '#web/hosts/detect.ts'
import { createWebviewHost } from '#web/hosts/webview.ts'

const marks: HostMarks = {
  grocery: { object: 'Grocery', userAgent: 'GroceryApp/' },
  hyper: { object: 'webkit.messageHandlers.hyper', userAgent: 'HyperApp/' },
  third: { object: 'Third' },
  test: { object: 'TestHost' },
}
const windowWith = (own: object, userAgent = 'Mozilla/5.0') => ({ navigator: { userAgent } as Navigator, ...own })

describe('the host is found [C-HOST-01] [C-HOST-07]', () => {
  test.each<[string, string, object, string]>([
    ['web', 'nothing', {}, 'Mozilla/5.0 Chrome'],
    ['grocery', 'its object', { Grocery: {} }, 'Mozilla/5.0'],
    ['hyper', 'its message handler', { webkit: { messageHandlers: { hyper: {} } } }, 'Mozilla/5.0'],
    ['third', 'its object', { Third: {} }, 'Mozilla/5.0'],
    ['test', 'its object', { TestHost: {} }, 'Mozilla/5.0'],
    ['hyper', 'its user agent', {}, 'Mozilla/5.0 HyperApp/3.1'],
    ['third', 'its object before a user agent', { Third: {} }, 'Mozilla/5.0 HyperApp/3.1'],
    ['web', 'a WebKit without its handler', { webkit: { messageHandlers: {} } }, 'Mozilla/5.0'],
    ['web', 'objects that are not there', { Grocery: null, Third: null, webkit: null }, 'Mozilla/5.0'],
    ['hyper', 'its user agent, beside an object that is not there', { Grocery: null }, 'Mozilla/5.0 HyperApp/3.1'],
  ])('as %s by %s', (name, _, own, userAgent) => {
    expect(hostName(windowWith(own, userAgent), marks)).toBe(name)
  })
  test('is never one that the settings do not have', () => {
    expect(hostName(windowWith({ TestHost: {}, Grocery: {} }), { third: { object: 'Third' } })).toBe('web')
  })
})

/** Each partner app: its bridge object in the window, which is called in the app's own way and answers from a table. */
const sides: [name: string, windowOf: (answer: (method: string, argument?: string) => unknown) => object][] = [
  [
    'grocery',
    (answer) => {
      const window: Record<string, unknown> = { addEventListener: vi.fn() }
      const reply = (...given: unknown[]) => (window['paketHostAnswer'] as (...given: unknown[]) => void)(...given)
      window['Grocery'] = {
        call(id: string, method: string, argument: string) {
          try {
            reply(id, '', answer(method, argument || undefined))
          } catch (error) {
            reply(id, String(error), null)
          }
        },
      }
      return window
    },
  ],
  [
    'hyper',
    (answer) => {
      const events = new EventTarget()
      const postMessage = ({ id, method, argument }: { id: number; method: string; argument?: string }) => {
        let detail: object
        try {
          detail = { id, value: answer(method, argument) }
        } catch (error) {
          detail = { id, error: String(error) }
        }
        events.dispatchEvent(new CustomEvent('pakethost', { detail }))
      }
      return {
        addEventListener: events.addEventListener.bind(events),
        webkit: { messageHandlers: { hyper: { postMessage } } },
      }
    },
  ],
  [
    'third',
    (answer) => {
      const methods = ['getToken', 'refreshToken', 'openPayment', 'openOutside', 'close', 'copy']
      const app = Object.fromEntries(methods.map((method) => [method, (argument?: string) => answer(method, argument)]))
      return { addEventListener: vi.fn(), Third: app }
    },
  ],
]
describe.each(sides)('%s', (name, windowOf) => {
  const pending: unknown[] = []
  const host = (answer: (method: string) => unknown = () => `token of ${name}`) =>
    createHost(
      Object.assign(
        windowOf((method, argument) => {
          pending.push([method, argument])
          return answer(method)
        }),
        { navigator: { userAgent: '' } },
      ) as unknown as Window,
      marks,
    )
  beforeEach(() => void (pending.length = 0))

  test('gives its token and a new one, in its own way [C-HOST-02] [C-HOST-03] [C-HOST-08]', async () => {
    const { token, name: found } = host()
    expect(found).toBe(name)
    expect({ first: await token?.first(), refresh: await token?.refresh() }).toEqual({
      first: `token of ${name}`,
      refresh: `token of ${name}`,
    })
    expect(pending).toEqual([
      ['getToken', undefined],
      ['refreshToken', undefined],
    ])
  })
  test.each([null, '', 42, undefined])('no token is an error, not a sign-in: %j [C-HOST-08]', async (value) => {
    await expect(host(() => value).token?.first()).rejects.toThrow('gave no token')
  })
  test('closes, copies, opens a payment page and an address [C-HOST-04] [C-HOST-05] [C-HOST-06]', async () => {
    const app = host(() => null)
    await app.openPayment('https://pay.example/1')
    expect(await app.copy('FG1')).toBe(true)
    app.openOutside('https://elsewhere.example/')
    app.close()
    await vi.waitFor(() => expect(pending).toHaveLength(4))
    expect(pending).toEqual([
      ['openPayment', 'https://pay.example/1'],
      ['copy', 'FG1'],
      ['openOutside', 'https://elsewhere.example/'],
      ['close', undefined],
    ])
  })
  test('reports what an app cannot do, without throwing [C-HOST-06]', async () => {
    const app = host(() => {
      throw new Error('not here')
    })
    expect(await app.copy('FG1')).toBe(false)
    await expect(app.token?.refresh()).rejects.toThrow('not here')
    // The order exists, so its status is read again, as after a page that was closed.
    await app.openPayment('https://pay.example/1')
    app.close()
  })
})

describe('an app that puts its object into the page late', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())
  test('is polled for', async () => {
    const window = { addEventListener: vi.fn() } as unknown as BridgeWindow
    const first = createWebviewHost('third', objectBridge(window, 'Third')).token?.first()
    await vi.advanceTimersByTimeAsync(1000)
    window['Third'] = { getToken: () => 'late' }
    await vi.advanceTimersByTimeAsync(200)
    expect(await first).toBe('late')
  })
  test.each<[string, (window: BridgeWindow) => Bridge, object]>([
    ['objectBridge', (window) => objectBridge(window, 'App'), { copy: () => null }],
    ['messageBridge', (window) => messageBridge(window, 'App'), { postMessage: () => undefined }],
    ['callbackBridge', (window) => callbackBridge(window, 'App'), { call: () => undefined }],
  ])('by %s is looked for 5 s, once for all questions, and no timer is left', async (_, connect, app) => {
    let looks = 0
    let there: object | undefined
    const window = { addEventListener: vi.fn() } as unknown as BridgeWindow
    Object.defineProperty(window, 'App', { get: () => (looks++, there) })
    const bridge = connect(window)
    const pending = Promise.allSettled([bridge('getToken'), bridge('copy', '1'), bridge('copy', '2')])
    await vi.advanceTimersByTimeAsync(4999)
    expect(vi.getTimerCount()).toBeGreaterThan(0)
    await vi.advanceTimersByTimeAsync(1)
    for (const end of await pending)
      expect(end).toMatchObject({ status: 'rejected', reason: new Error('App has not come within 5 s') })
    expect(vi.getTimerCount()).toBe(0)
    expect(looks).toBeLessThan(60)
    // A later request does not wait again, and finds a bridge that was added in the meantime.
    await expect(bridge('copy')).rejects.toThrow('App has not come')
    expect(vi.getTimerCount()).toBe(0)
    there = app
    const late = vi.fn()
    bridge('copy').catch(late)
    await vi.advanceTimersByTimeAsync(0)
    expect(late).not.toHaveBeenCalled()
  })
  test.each<[string, (window: BridgeWindow) => Bridge]>([
    ['messageBridge', (window) => messageBridge(window, 'App')],
    ['callbackBridge', (window) => callbackBridge(window, 'App')],
  ])('by %s rejects when the object cannot be called', async (_, connect) => {
    const bridge = connect({ addEventListener: vi.fn(), App: {} })
    await expect(bridge('getToken')).rejects.toThrow('App cannot be asked')
  })
})

test('the website implements the host interface too', () => {
  expect(createHost(window, marks)).toMatchObject({ name: 'web', token: null })
})

describe('a payment page that the app shows over this one [C-BUY-08]', () => {
  const silent: Bridge = () => new Promise(() => undefined)
  function pageThat() {
    const page = Object.assign(new EventTarget(), { hidden: false })
    const setHidden = (hidden: boolean) => {
      page.hidden = hidden
      page.dispatchEvent(new Event('visibilitychange'))
    }
    return { page: page as unknown as Document, setHidden }
  }
  test('resolves when the page is visible again, even without an answer of the app', async () => {
    const { page, setHidden } = pageThat()
    const paid = vi.fn()
    void createWebviewHost('third', silent, page).openPayment('https://pay.example/1').then(paid)
    setHidden(true)
    await Promise.resolve()
    expect(paid).not.toHaveBeenCalled()
    setHidden(false)
    await vi.waitFor(() => expect(paid).toHaveBeenCalledOnce())
  })
  test('is reported when it is closed later: the payment is read again', async () => {
    const { page, setHidden } = pageThat()
    let close: (value: unknown) => void = () => undefined
    const bridge: Bridge = () => new Promise((resolve) => (close = resolve))
    const late = vi.fn()
    const seen = createWebviewHost('third', bridge, page).openPayment('https://pay.example/1', late)
    setHidden(true)
    setHidden(false)
    await seen
    expect(late).not.toHaveBeenCalled()
    close(null)
    await vi.waitFor(() => expect(late).toHaveBeenCalledOnce())
  })
  test('is not waited for without end when the app never answers and never hides the page', async () => {
    vi.useFakeTimers()
    const { page } = pageThat()
    const visit = createWebviewHost('third', silent, page).openPayment('https://pay.example/1')
    await vi.advanceTimersByTimeAsync(30_000)
    vi.useRealTimers()
    expect(await Promise.race([visit, Promise.resolve('waits')])).toBe('stayed')
  })
  test('resolves when the app answers', async () => {
    const { page } = pageThat()
    const late = vi.fn()
    const app = createWebviewHost('third', async () => null, page)
    expect(await app.openPayment('https://pay.example/1', late)).toBe('back')
    expect(late).not.toHaveBeenCalled()
  })
})
