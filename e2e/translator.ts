import type { Page } from '@playwright/test'

export const translate = (page: Page): Promise<void> => page.evaluate(replaceTexts)

/**
 * Does to the page what the translator of Chrome and Edge does: each text node, those that are added later too, is replaced by
 * `<font><font>…</font></font>`. The texts stay the same, so that a test finds them.
 */
export function replaceTexts(): void {
  const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE
  function replace(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = isText(root) ? [root] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      // The translator's own, or removed meanwhile.
      if (!text.data.trim() || !text.parentElement || text.parentElement.closest('font, script, style, textarea'))
        continue
      const outer = document.createElement('font')
      outer.appendChild(document.createElement('font')).textContent = text.data
      text.replaceWith(outer)
    }
  }
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const added of addedNodes) replace(added)
  }).observe(document.body, { childList: true, subtree: true })
  replace(document.body)
}
