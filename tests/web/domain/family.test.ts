import { describe, expect, test } from 'vitest'
import {
  avatarColour,
  canBeRemoved,
  isFamily,
  memberLabel,
  placesLeft,
  placesTaken,
  shownMembers,
} from '#web/domain/family.ts'
import { caretAfter, memberName, phoneMask, phoneTyped, wholePhone } from '#web/domain/member-fields.ts'
import { rubles } from '#web/domain/money.ts'
import { optionBadge, optionEnd, optionRenewalRules, type OptionState } from '#web/domain/option-badge.ts'

const member = (status: string) => ({ status })
const all = [
  'owner',
  'new',
  'waiting_for_activation',
  'active',
  'waiting_for_renewal',
  'waiting_for_deactivation',
  'error',
  'inactive',
]

describe('a member of the family', () => {
  test.each([
    ['owner', 'Организатор', '[O-FAMILY-18]'],
    ['new', 'Подключаем', '[O-FAMILY-19]'],
    ['waiting_for_activation', 'Подключаем', '[O-FAMILY-20]'],
    ['active', 'Активный', '[O-FAMILY-21]'],
    ['waiting_for_renewal', 'Активный', '[O-FAMILY-22]'],
    ['waiting_for_deactivation', 'Удаляем', '[O-FAMILY-23]'],
    ['error', 'Ошибка', '(OO-10)'],
    ['inactive', '', '(OO-10)'],
    ['frozen', 'Обновляем', '(OO-09)'],
    ['toString', 'Обновляем', '(OO-09)'],
  ])('with the status %s is «%s» %s', (status, label, _row) => {
    expect(memberLabel(member(status))).toBe(label)
  })
  test('can be removed with the status active only [O-FAMILY-27]', () => {
    expect([...all, 'frozen'].filter((status) => canBeRemoved(member(status)))).toEqual(['active'])
  })
  test('is listed unless they are gone, the organizer first (OO-10, OO-13)', () => {
    const listed = shownMembers(['active', 'inactive', 'error', 'owner', 'new'].map(member))
    expect(listed.map(({ status }) => status)).toEqual(['owner', 'active', 'error', 'new'])
    const gone = [...all, 'frozen'].filter((status) => shownMembers([member(status)]).length === 0)
    expect(gone).toEqual(['inactive'])
  })
  test('takes a place unless they are the organizer, failed or gone (OO-11)', () => {
    const taking = [...all, 'frozen'].filter((status) => placesTaken([member(status)]) === 1)
    expect(taking).toEqual([
      'new',
      'waiting_for_activation',
      'active',
      'waiting_for_renewal',
      'waiting_for_deactivation',
      'frozen',
    ])
  })
  test.each([
    [['owner'], 2, 2],
    [['owner', 'active'], 2, 1],
    [['owner', 'active', 'new'], 2, 0],
    [['owner', 'active', 'new'], 3, 1],
    [['owner', 'active', 'error', 'inactive'], 2, 1],
    [['active', 'active', 'active'], 2, 0],
    [['owner'], 0, 0],
  ])('%j of %i leave %i places [O-FAMILY-32]', (statuses, max, left) => {
    expect(placesLeft(statuses.map(member), max)).toBe(left)
  })
  test('has one of five colours, by their place [O-FAMILY-17]', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map(avatarColour)).toEqual([0, 1, 2, 3, 4, 0, 1])
  })
})

describe('the phone of a member', () => {
  test.each([
    ['7900123456', null],
    ['79001234567', '79001234567'],
    ['790012345678', null],
    ['89001234567', '79001234567'],
    ['9001234567', '79001234567'],
    ['+7 (900) 123-45-67', '79001234567'],
    ['8 900 123 45 67', '79001234567'],
    ['+47 12 34 56 78', null],
    ['+1 (212) 555-01-00', null],
    ['+79001234567', '79001234567'],
    [' +47 12 34 56 78', null],
    ['+ (47) 12 34 56 78', null],
    ['7900123456+1', '79001234561'],
    ['', null],
    ['нет', null],
  ])('%j is %j: eleven digits [O-VALID-01]', (text, digits) => expect(wholePhone(text)).toBe(digits))
  test.each([
    ['', ''],
    ['7', '+7'],
    ['79', '+7 (9'],
    ['7900', '+7 (900'],
    ['79001', '+7 (900) 1'],
    ['79001234', '+7 (900) 123-4'],
    ['79001234567', '+7 (900) 123-45-67'],
  ])('%s is shown as «%s» [O-VALID-03]', (digits, shown) => expect(phoneMask(digits)).toBe(shown))
  test.each([
    ['', '9', '+7 (9'],
    ['', '8', '+7'],
    ['+7', '+79', '+7 (9'],
    ['+7 (900', '+7 (9001', '+7 (900) 1'],
    ['', '89001234567', '+7 (900) 123-45-67'],
    ['+7 (900) 123-45-67', '+7 (900) 123-45-678', '+7 (900) 123-45-67'],
    ['+7 (900) 1', '+7 (900) ', '+7 (900'],
    ['+7 (900) 12', '+7 (900 12', '+7 (900) 1'],
    ['+7 (9', '+7 (', ''],
    ['+7', '+', ''],
    ['+7 (900', '', ''],
    ['', 'нет', ''],
    ['+7', '+7', '+7'],
    ['+7 (9', '+7 9', ''],
    ['+7 (900) 12', '+7 (900) 12', '+7 (900) 12'],
    ['+7 (900) 123-45-67', '+7 (9800) 123-45-67', '+7 (980) 012-34-56'],
  ])('«%s» changed to «%s» shows «%s»', (before, typed, shown) => expect(phoneTyped(typed, before)).toBe(shown))
  test.each([
    ['', '+49 170 1234567'],
    ['', '49 170 1234567'],
    ['', '+47 12 34 56 78'],
    ['', '790012345678'],
    ['+7 (900) 123-45-67', '+49 170 1234567'],
    ['+7 (900) 123-45-67', '+49 (900) 123-45-67'],
    ['+7 (900) 123-45-67', '+7 (900) 123-45-6767'],
    ['+49 170 1234567', '+49 170 123456'],
    ['+49 170 1234567', '+49 170 12345678'],
  ])('in «%s» the foreign «%s» is not cut to another number [O-VALID-01]', (before, pasted) => {
    expect({ field: phoneTyped(pasted, before), phone: wholePhone(pasted) }).toEqual({ field: pasted, phone: null })
  })
  test('the caret stays after the digit that was typed', () => {
    expect([0, 1, 2, 4, 5, 11].map((digits) => caretAfter('+7 (900) 123-45-67', digits))).toEqual([0, 2, 5, 7, 10, 18])
  })
})

test.each([
  ['Анна', 'Анна'],
  ['  Анна Мария ', 'Анна Мария'],
  ['Анна  Мария', 'Анна  Мария'],
  ['Ёж', 'Ёж'],
  ['Алёна', 'Алёна'],
  ['Anna', null],
  ['Анна-Мария', null],
  ['Анна1', null],
  ['', null],
  ['   ', null],
])('the name %j is sent as %j: trimmed, Cyrillic and spaces only [O-VALID-04] [O-VALID-05]', (text, name) => {
  expect(memberName(text)).toBe(name)
})

describe('an option', () => {
  const option: OptionState = {
    status: 'active',
    priceKopecks: 9900,
    durationDays: 31,
    endDate: new Date('2026-12-05T22:30:00Z'),
    isRenewal: true,
    autopaymentsEnabled: true,
  }
  const now = new Date('2026-11-20T09:00:00Z')
  test.each<[Partial<OptionState>, string, string, string]>([
    [{ status: 'new' }, 'Подключается', 'orange', '[O-OPTION-12]'],
    [{ status: 'inactive', endDate: null }, '99\u00a0₽/1\u00a0месяц', 'neutral', '[O-OPTION-13]'],
    [{ status: 'inactive', durationDays: 14 }, '99\u00a0₽/14\u00a0дней', 'neutral', '[O-OPTION-13]'],
    [{}, 'Активна', 'green', '[O-OPTION-14]'],
    [{ autopaymentsEnabled: false }, 'до 6\u00a0декабря', 'orange', '[O-OPTION-15]'],
    [{ isRenewal: false }, 'до 6\u00a0декабря', 'orange', '[O-OPTION-15]'],
  ])('%j has the badge «%s», %s %s', (own, text, tone, _row) => {
    expect(optionBadge({ ...option, ...own }, now)).toEqual({ text, tone })
  })
  test('costs its kopecks by 100 [O-OPTION-16]', () => expect(rubles(option.priceKopecks)).toBe('99\u00a0₽'))
  test('renews for its own term, by our words (OO-15)', () => {
    expect(optionRenewalRules(31)).toEqual([
      'В конце срока оплата спишется с привязанной карты, и опция продлится ещё на 1\u00a0месяц',
      'Отключить продление можно в любой момент: опция проработает до конца оплаченного срока',
      'Без привязанной карты опция закончится в свой последний день',
    ])
  })
  test.each([
    ['in the future', new Date(now.getTime() + 1), true],
    ['just now', now, false],
    ['unknown', null, false],
  ])('with an end that is %s shows it: %s', (_, endDate, isShown) => {
    expect(optionEnd({ endDate }, now)).toBe(isShown ? endDate : null)
  })
  test.each([
    ['family_subscription', true],
    ['music', false],
  ])('of the type %s is shared with the family: %s', (type, isShared) => expect(isFamily({ type })).toBe(isShared))
})
