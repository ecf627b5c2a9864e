import type { Page } from '@playwright/test'

/** Runs `work` while a CSS rule is added to the page, and returns its result. */
export async function withRule<T>(page: Page, rule: string, work: () => Promise<T>): Promise<T> {
  const sheet = await page.evaluateHandle(addRule, rule)
  const result = await work()
  await sheet.evaluate(removeRule)
  await sheet.dispose()
  return result
}

// The functions below run in the page.

/** Adds the rule to the app's own style sheet: the Content-Security-Policy allows no other. */
function addRule(rule: string): CSSStyleSheet {
  const styles = document.querySelector<HTMLLinkElement | HTMLStyleElement>('link[rel=stylesheet], style')
  if (!styles?.sheet) throw new Error('The page has no styles that a rule could be added to.')
  styles.sheet.insertRule(`@media all { ${rule} }`, styles.sheet.cssRules.length)
  return styles.sheet
}
/** Removes the rule. Forces a layout first, so that pending changes are rendered with the rule. */
function removeRule(sheet: CSSStyleSheet): void {
  document.body.getBoundingClientRect()
  sheet.deleteRule(sheet.cssRules.length - 1)
}
