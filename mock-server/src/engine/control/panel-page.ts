import { escapeHtml, type Page } from '#engine/http/page.ts'
import type { Product } from '#engine/product.ts'
import type { Users } from '#engine/state/users.ts'

/** The panel's page: the clock, and a table of test users. Its script builds the panel. */
export function panelPage({ users, product }: { users: Users; product: Product }, app: string): Page {
  const title = `${product.name.en} mock`
  const { visitor, newcomer } = product.scenarios
  const logins = [...new Set([...users.scenarios().map(({ name }) => name), ...users.all().map(({ login }) => login)])]
  const met = new Map(users.all().map((user) => [user.login, user]))
  const rows = logins.map((login) => {
    const user = met.get(login)
    const scenario = user?.scenario ?? users.scenario(login)
    const at = `/__mock/users/${encodeURIComponent(login)}`
    const calls = user?.journal.length ?? 0
    return `<tr><th scope="row"><code>${escapeHtml(login)}</code></th>
      <td><strong>${escapeHtml(scenario?.title ?? '')}</strong><br><span class="soft small">${escapeHtml(scenario?.description ?? '')}</span></td>
      <td><a href="${at}">state</a><br><a href="${at}/journal">journal (${calls})</a></td></tr>`
  })
  const clock = users.clockOf(null)
  const now = `${new Date(clock.now()).toISOString()}${clock.isStopped() ? ', stopped' : ''}`
  return {
    title,
    lang: 'en',
    shape: 'full',
    data: { panel: '', app, visitor, newcomer },
    script: `/__mock/panel/${product.panel}`,
    content: `<div class="brand">${escapeHtml(title)}</div><h1>Test users</h1>
    <p class="soft">The clock shows <code>${now}</code>. Sign in to the app with any of these logins; any other becomes a new subscriber.
    <a href="/__mock/health">Health</a></p>
    <div class="table"><table><thead><tr><th scope="col">Login</th><th scope="col">What for</th><th scope="col">Now</th></tr></thead>
    <tbody>${rows.join('')}</tbody></table></div>`,
  }
}
