import { expect, test } from 'vitest'
import { phoneText } from '../../../web/src/domain/phone.ts'

test.each([
  ['79001234567', '+7\u00a0900\u00a0123-45-67'],
  ['375291234567', '+375291234567'],
  ['+79001234567', '+79001234567'],
  ['', ''],
])('%s is written %s', (phone, text) => expect(phoneText(phone)).toBe(text))
