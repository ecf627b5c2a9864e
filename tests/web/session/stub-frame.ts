import { vi } from 'vitest'

/** Puts a frame at an address; null: at a cross-origin address, which the page cannot read. */
type Navigate = (address: string | null) => void

/** Frames that load nothing: each reports its address to `load`, and moves to the address that the test chooses. */
export function stubFrame(load: (url: URL, navigate: Navigate) => void): void {
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
    const navigate: Navigate = (address) => {
      href = address
      element.dispatchEvent(new Event('load'))
    }
    return Object.defineProperties(element, {
      contentWindow: { value: { location } },
      src: {
        set(address: string): void {
          load(new URL(address), navigate)
        },
      },
    })
  })
}
