import { vi } from 'vitest'

/** What a hidden frame may do besides telling its address in the right way. */
interface Message {
  source?: unknown
  origin?: string
  data?: unknown
}
type Tell = (address: string, other?: Message) => void

/** Frames that load nothing: each tells `load` what address it was put into the page with, and can be made to tell the page one. */
export function standInFrame(load: (url: URL, tell: Tell) => void): void {
  const create = document.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = create(name === 'iframe' ? 'div' : name)
    if (name !== 'iframe') return element
    const source = {}
    const tell: Tell = (url, other) => {
      const event = new Event('message')
      const { origin } = window.location
      window.dispatchEvent(Object.assign(event, { source, origin, data: { source: 'oidc-client', url }, ...other }))
    }
    return Object.defineProperties(element, {
      contentWindow: { value: source },
      src: {
        set(address: string): void {
          load(new URL(address), tell)
        },
      },
    })
  })
}
