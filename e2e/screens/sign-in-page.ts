import type { Page } from '@playwright/test'

/** The identity provider's sign-in page. */
export class SignInPage {
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }
  readonly heading = () => this.#page.getByRole('heading', { level: 1 })
  async signIn(login: string): Promise<void> {
    await this.#page.getByRole('textbox', { name: 'Логин' }).fill(login)
    await this.#page.getByRole('button', { name: 'Войти', exact: true }).click()
    // Later expectations must apply to the app's page, not to this one.
    await this.#page.waitForURL(({ pathname }) => !pathname.startsWith('/oidc/'), { waitUntil: 'commit' })
  }
}
