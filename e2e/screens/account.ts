import type { Locator, Page } from '@playwright/test'
import { expect } from '../expect.ts'
import { PaymentPage } from './payment-page.ts'

/** The account page and the modals over it, as a subscriber uses them. */
export class Account {
  readonly page: Page
  readonly buyButton: Locator
  readonly dialog: Locator
  /** Its label depends on whether the subscriber can pay with points. */
  readonly termButton: Locator
  constructor(page: Page) {
    this.page = page
    this.buyButton = page.getByRole('button', { name: /^(Подключить|Оплатить) Пакет$/ })
    this.dialog = page.getByRole('dialog')
    this.termButton = this.dialog.getByRole('button', { name: /^(Купить за|Продолжить)/ })
  }
  async isShown(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: 'Главная' })).toBeVisible()
  }
  /** Expects that the page is rendered, with or without a modal over it. */
  async isThere(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: 'Главная', includeHidden: true })).toBeVisible()
  }
  /** Expects elements with exactly these texts in the main content. */
  async shows(...texts: (string | RegExp)[]): Promise<void> {
    const main = this.page.getByRole('main')
    for (const text of texts) await expect(main.getByText(text, { exact: true }).first()).toBeVisible()
  }
  /** Opens the purchase and takes the preselected term, up to the choice of a card. */
  async startBuying(): Promise<void> {
    await this.buyButton.click()
    await this.chooseBundle()
  }
  /** Continues with the preselected term, paying in rubles. */
  async takeTerm(): Promise<void> {
    await expect(this.termButton).toBeVisible()
    // The switch «Оплатить баллами» is on by default when there are enough points (C-POINTS-07). It is found by its role,
    // because it gets its name a moment after the button appears.
    const points = this.dialog.getByRole('switch', { checked: true })
    if (await points.isVisible()) await points.click()
    await this.termButton.click()
  }
  async chooseBundle(): Promise<void> {
    await this.takeTerm()
    await expect(this.modal(/^К оплате/)).toBeVisible()
    // Until the previous modal is removed, key presses may go to either of them.
    await expect(this.dialog).toHaveCount(1)
  }
  /** Buys the preselected term with the main card. */
  async buyByMainCard(): Promise<void> {
    await this.startBuying()
    await this.payByMainCard()
  }
  /** Buys the preselected term with a new card, up to the bank's page. */
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
  /** Continues to the bank's page; a new card must be selected. */
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
  /** Expects that a modal with this title is open, and that the previous one has been removed. */
  async showsModal(title: string | RegExp): Promise<void> {
    await expect(this.modal(title)).toBeVisible()
    await expect(this.dialog).toHaveCount(1)
  }
  /** Closes the open modal with Escape. Waits until it is the only one, because a closing modal could receive the key. */
  async leave(): Promise<void> {
    await expect(this.dialog).toHaveCount(1)
    await this.page.keyboard.press('Escape')
    await expect(this.dialog).toHaveCount(0)
  }
  async answer(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click()
  }
}
