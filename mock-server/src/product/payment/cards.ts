import { expiryMs } from '#product/card-expiry.ts'

/** The result of a payment with a test card. */
export type CardEnd = 'paid' | 'declined' | 'confirm' | 'expired' | 'lost'
export interface TestCard {
  number: string
  end: CardEnd
  /** The description on the payment page. */
  text: string
}

/** The test cards, one per result. No real card has these numbers. */
export const testCards: readonly TestCard[] = [
  { number: '2200700000051234', end: 'paid', text: 'оплата пройдёт' },
  { number: '2200700000070002', end: 'declined', text: 'банк откажет' },
  { number: '2200700000013184', end: 'confirm', text: 'банк попросит код' },
  { number: '2200700000070069', end: 'expired', text: 'срок карты истёк' },
  { number: '2200700000070119', end: 'lost', text: 'связь оборвётся' },
]
/** The code that confirms a payment with the card that requires it. */
export const CONFIRMATION_CODE = '1111'

/** Formats a card number in groups of four. */
export const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1\u00A0')

/** Card data from the form. It is checked and discarded: never stored, never logged. */
export interface TypedCard {
  number: string
  expiry: string
  cvc: string
}
export type CardField = keyof TypedCard
/** Error messages by field. */
export type CardMistakes = Partial<Record<CardField, string>>

/** Finds the test card, or returns the errors of the form. */
export function readCard({ number, expiry, cvc }: TypedCard, now: number): TestCard | CardMistakes {
  const mistakes: CardMistakes = {}
  const card = testCards.find((each) => each.number === number.replace(/[\s-]/g, ''))
  if (!card) mistakes.number = 'Это не тестовая карта. Настоящие здесь не нужны: выберите номер из списка.'
  const until = expiryMs(expiry)
  if (Number.isNaN(until)) mistakes.expiry = 'Введите месяц и год, например 11/30.'
  else if (until <= now) mistakes.expiry = 'Срок действия карты истёк.'
  if (!/^\d{3}$/.test(cvc.trim())) mistakes.cvc = 'Введите три цифры.'
  if (card?.end === 'expired') mistakes.expiry ??= 'Срок действия карты истёк. Выберите другую.'
  return card && Object.keys(mistakes).length === 0 ? card : mistakes
}
