import type { Locator, Page } from '@playwright/test'
import { expect } from '../expect.ts'

/** The mock's panel, as a tester uses it. */
export class Panel {
  readonly page: Page
  readonly status: Locator
  readonly journal: Locator
  constructor(page: Page) {
    this.page = page
    this.status = page.getByRole('status')
    this.journal = this.section('Journal').getByRole('listitem')
  }
  section = (name: string): Locator => this.page.getByRole('region', { name, exact: true })
  press = (name: string | RegExp): Promise<void> => this.page.getByRole('button', { name }).click()

  /** Opens the panel for a user. */
  async open(login: string): Promise<void> {
    await this.page.goto(`/__mock#${login}`)
    await expect(this.page.getByRole('heading', { level: 2, name: login })).toBeVisible()
  }
  async startOver(scenario: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Start over as' }).selectOption(scenario)
    await this.press('Start over')
    await expect(this.status).toContainText(`starts over as ${scenario}`)
  }
  /** Opens the app in a new page, signed in as the user. */
  async openApp(login: string): Promise<Page> {
    const opened = this.page.waitForEvent('popup')
    await this.page.getByRole('link', { name: `Open the app as ${login}` }).click()
    return opened
  }
  async breakNext(call: string, answer: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Call', exact: true }).selectOption(call)
    await this.press(`Next answer: ${call} ${answer}`)
    await expect(this.section('Break a call').getByText(new RegExp(`${call}: .*1 more`))).toBeVisible()
  }
}
