import type { Page } from '@playwright/test'

/** Response headers of a script that other origins may load. */
export const scriptHeaders = { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' }

/** Sets `widgets` in `config.json`, and adds `scriptOrigin` to the CSP of `/profile`, as the server does at its start. */
export async function withWidgets(page: Page, widgets: object, scriptOrigin = ''): Promise<void> {
  await page.route('/config.json', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), widgets } })
  })
  if (!scriptOrigin) return
  const allow = (policy = '') => policy.replace(/script-src (?:'|&#39;)self(?:'|&#39;)/, `$& ${scriptOrigin}`)
  const isPage = ({ hostname, pathname }: URL) => hostname === 'localhost' && pathname === '/profile'
  await page.route(isPage, async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 })
    const headers = answer.headers()
    headers['content-security-policy'] = allow(headers['content-security-policy'])
    await route.fulfill({ response: answer, headers, body: allow(await answer.text()) })
  })
}
