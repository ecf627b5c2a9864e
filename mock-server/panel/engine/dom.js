// Creates elements without HTML strings, so that foreign content is only ever text.

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | undefined | ((event: any) => unknown)>} Attributes attributes, and listeners as `onclick` */

/**
 * Creates an element with attributes, listeners and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name.slice(2), (event) => void value(event))
    else if (value === true) node.setAttribute(name, '')
    else if (value !== false && value !== undefined) node.setAttribute(name, String(value))
  }
  node.append(...children.filter((child) => child instanceof Node || typeof child === 'string'))
  return node
}

/**
 * A quiet button, unless the attributes have another class. @type {(text: string, onclick: () => unknown, attributes?: Attributes) => HTMLButtonElement}
 */
export const button = (text, onclick, attributes = {}) =>
  el('button', { type: 'button', class: 'quiet', onclick, ...attributes }, text)

/** @type {(label: string, control: HTMLElement) => HTMLLabelElement} */
export const field = (label, control) => el('label', {}, label, control)

/** @type {(title: string, ...children: Child[]) => HTMLElement} */
export const section = (title, ...children) => {
  const id = `title-${title.toLowerCase().replaceAll(' ', '-')}`
  return el('section', { class: 'card', 'aria-labelledby': id }, el('h3', { id }, title), ...children)
}

/** @type {(names: readonly string[]) => HTMLOptionElement[]} */
export const options = (names) => names.map((name) => el('option', { value: name }, name))

/** @param {unknown} value */
export const json = (value) => JSON.stringify(value, null, 2)

/** The element under a pointer that is down; null otherwise. @type {Node | null} */
let pressed = null
document.addEventListener('pointerdown', ({ target }) => (pressed = /** @type {Node} */ (target)))
// The click event follows pointerup in the same task, so the reset waits for the next one.
for (const end of ['pointerup', 'pointercancel'])
  document.addEventListener(end, () => setTimeout(() => (pressed = null)))

/** @type {WeakMap<HTMLElement, string>} */
const shown = new WeakMap()
/**
 * Replaces the content of a part when its data have changed, unless the user is typing, choosing or clicking in it.
 * @param {HTMLElement} part
 * @param {unknown} data
 * @param {() => Child[]} make
 */
export function show(part, data, make) {
  const text = JSON.stringify(data) ?? ''
  if (shown.get(part) === text || part.contains(pressed)) return
  const active = part.contains(document.activeElement) ? document.activeElement : null
  if (active && /^(INPUT|SELECT)$/.test(active.tagName)) return
  const key = active instanceof HTMLElement ? active.dataset['key'] : undefined
  shown.set(part, text)
  part.replaceChildren(...make().filter((child) => child instanceof Node || typeof child === 'string'))
  if (!active) return
  const again = key === undefined ? null : part.querySelector(`[data-key="${CSS.escape(key)}"]`)
  // A removed element would leave the focus at the top of the page.
  const near = again ?? part.closest('section')?.querySelector('h3')
  if (near instanceof HTMLElement) near.focus()
}
