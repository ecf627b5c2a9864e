import type { Page } from '@playwright/test'

/** Does something while one more rule is in the app's styles. */
export async function withRule<T>(page: Page, rule: string, work: () => Promise<T>): Promise<T> {
  const sheet = await page.evaluateHandle(addRule, rule)
  const result = await work()
  await sheet.evaluate(removeRule)
  await sheet.dispose()
  return result
}

// These run in the page.

/** The rule goes into the app's own styles: its policy allows no others. */
function addRule(rule: string): CSSStyleSheet {
  const styles = document.querySelector<HTMLLinkElement | HTMLStyleElement>('link[rel=stylesheet], style')
  if (!styles?.sheet) throw new Error('The page has no styles that a rule could be added to.')
  styles.sheet.insertRule(`@media all { ${rule} }`, styles.sheet.cssRules.length)
  return styles.sheet
}
/** What has changed meanwhile is drawn under the rule. */
function removeRule(sheet: CSSStyleSheet): void {
  document.body.getBoundingClientRect()
  sheet.deleteRule(sheet.cssRules.length - 1)
}
