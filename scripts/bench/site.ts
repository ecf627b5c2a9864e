import { type Browser, chromium, type Page } from '@playwright/test'
import { withMock } from '../app.ts'
import { findBrowser } from '../browser.ts'
import { obtainBuild } from '../build.ts'
import { obtainNginx } from '../nginx.ts'
import { nodeCommand } from '../processes.ts'

const LOGIN = 'bench'

const backends = ['/bff', '/cms', '/oidc', '/pay', '/outside', '/__mock']

/** Runs a built app behind nginx, and a mock, while `work` runs. Throws an Error when one does not start. */
export const withSite = (site: string, work: (app: string) => Promise<void>): Promise<void> =>
  withMock(
    ({ web, mock }) => ({
      ...nodeCommand('nginx', 'web/deploy/start.ts', ['--site', site]),
      env: {
        PAKET_PORT: String(web),
        PAKET_ORIGIN: `http://localhost:${web}`,
        PAKET_BACKENDS: backends.map((path) => `${path}=http://127.0.0.1:${mock}`).join(' '),
      },
    }),
    work,
  )

/** Opens a page and signs in as the measured subscriber. */
export async function signIn(page: Page, app: string, path: string): Promise<void> {
  await page.goto(`${app}${path}`)
  await page.getByRole('textbox', { name: 'Логин' }).fill(LOGIN)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await page.waitForURL(`${app}${path}`)
}

/** Starts a scenario of the mock for the measured subscriber. */
export async function assignScenario(app: string, scenario: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${app}/__mock/users/${LOGIN}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ scenario }),
  })
  if (!answer.ok) throw new Error(`The mock has no scenario ${scenario}: ${await answer.text()}`)
}

/** Launches the browser, after making sure that nginx and the built app exist. */
export async function browserForBench(): Promise<Browser> {
  const problem = (await obtainNginx()) || (await obtainBuild())
  if (problem) throw new Error(problem)
  const { executablePath } = await findBrowser()
  return chromium.launch(executablePath ? { executablePath } : {})
}
