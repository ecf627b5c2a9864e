import type { Locator, Page } from '@playwright/test'
import { expect } from '../expect.ts'

/** The bank's page that `formUrl` leads to. */
export class PaymentPage {
  readonly #page: Page
  readonly number: Locator
  constructor(page: Page) {
    this.#page = page
    this.number = page.getByRole('textbox', { name: 'Номер карты' })
  }
  async isShown(): Promise<void> {
    await expect(this.#page).toHaveURL(/\/pay\//)
    await expect(this.#page.getByRole('button', { name: 'Оплатить' })).toBeVisible()
  }
  /** Chooses a test card by its description. */
  choose = (card: string) => this.#page.getByRole('button', { name: card }).click()
  pay = () => this.#page.getByRole('button', { name: 'Оплатить' }).click()
  decline = () => this.#page.getByRole('button', { name: 'Отклонить платёж' }).click()
  async confirm(code: string): Promise<void> {
    await this.#page.getByRole('textbox', { name: 'Код из СМС' }).fill(code)
    await this.#page.getByRole('button', { name: 'Подтвердить' }).click()
  }
}
