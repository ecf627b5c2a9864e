import { vi } from 'vitest'

/** Puts a frame at an address; null: at one of another origin, which the page around may not read. */
type Arrive = (address: string | null) => void

/** Frames that load nothing: each reports to `load` what address it was put into the page with, and arrives where it is sent. */
export function standInFrame(load: (url: URL, arrive: Arrive) => void): void {
  const create = document.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = create(name === 'iframe' ? 'div' : name)
    if (name !== 'iframe') return element
    let href: string | null = 'about:blank'
    const location = {
      get href() {
        if (href === null) throw new DOMException('another origin', 'SecurityError')
        return href
      },
    }
    const arrive: Arrive = (address) => {
      href = address
      element.dispatchEvent(new Event('load'))
    }
    return Object.defineProperties(element, {
      contentWindow: { value: { location } },
      src: {
        set(address: string): void {
          load(new URL(address), arrive)
        },
      },
    })
  })
}
