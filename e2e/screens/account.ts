import type { Locator, Page } from '@playwright/test'
import { expect } from '../expect.ts'
import { PaymentPage } from './payment-page.ts'

/** The account page and the modals over it, as a subscriber uses them. */
export class Account {
  readonly page: Page
  readonly buyButton: Locator
  readonly dialog: Locator
  constructor(page: Page) {
    this.page = page
    this.buyButton = page.getByRole('button', { name: /^(Подключить|Оплатить) Пакет$/ })
    this.dialog = page.getByRole('dialog')
  }
  async isShown(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: 'Главная' })).toBeVisible()
  }
  /** Waits until the page is rendered, also under a modal. */
  async isThere(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: 'Главная', includeHidden: true })).toBeVisible()
  }
  /** Expects these whole texts in the status block. */
  async shows(...texts: (string | RegExp)[]): Promise<void> {
    const main = this.page.getByRole('main')
    for (const text of texts) await expect(main.getByText(text, { exact: true }).first()).toBeVisible()
  }
  /** Opens the purchase and chooses the month, up to the choice of a card. */
  async startBuying(): Promise<void> {
    await this.buyButton.click()
    await this.chooseBundle()
  }
  /** Accepts the preselected term, in rubles. */
  async takeTerm(): Promise<void> {
    // By what the subscriber may pay with: a plan in rubles or points, or a term.
    const next = this.dialog.getByRole('button', { name: /^(Купить за|Продолжить)/ })
    await expect(next).toBeVisible()
    // Points are on by default for those who have enough of them (C-POINTS-07).
    // It is there with the button; its name is given to it a moment later.
    const points = this.dialog.getByRole('switch', { checked: true })
    if (await points.isVisible()) await points.click()
    await next.click()
  }
  async chooseBundle(): Promise<void> {
    await this.takeTerm()
    await expect(this.modal(/^К оплате/)).toBeVisible()
    // While the previous modal is leaving, key presses reach neither.
    await expect(this.dialog).toHaveCount(1)
  }
  /** Buys a month with the bound card. */
  async buyByMainCard(): Promise<void> {
    await this.startBuying()
    await this.payByMainCard()
  }
  /** Buys a month with a new card, up to the bank's page. */
  async buyByNewCard(): Promise<PaymentPage> {
    await this.startBuying()
    return this.payByNewCard()
  }
  async payByMainCard(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Оплатить', exact: true }).click()
  }
  async payByNewCard(): Promise<PaymentPage> {
    await this.dialog.getByRole('radio', { name: 'Новая карта' }).click()
    return this.goToBank()
  }
  /** A new card is what is chosen: on to the bank's page. */
  async goToBank(): Promise<PaymentPage> {
    await this.answer('Перейти к оплате')
    return this.atBank()
  }
  async atBank(): Promise<PaymentPage> {
    const payment = new PaymentPage(this.page)
    await payment.isShown()
    return payment
  }
  modal = (title: string | RegExp): Locator => this.page.getByRole('dialog', { name: title })
  /** Waits until a modal with this title is open and the previous one has left. */
  async showsModal(title: string | RegExp): Promise<void> {
    await expect(this.modal(title)).toBeVisible()
    await expect(this.dialog).toHaveCount(1)
  }
  /** Closes the open modal with Esc, after any leaving one has gone, which would receive the key. */
  async leave(): Promise<void> {
    await expect(this.dialog).toHaveCount(1)
    await this.page.keyboard.press('Escape')
    await expect(this.dialog).toHaveCount(0)
  }
  async answer(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click()
  }
}
