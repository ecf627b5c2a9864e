const PHONE_LENGTH = 11

/** The digits of a phone number that is being typed. They start with the country code 7: it replaces an 8, or is added before any other digit (OO-59). */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '')
  if (digits === '') return ''
  return /^[78]/.test(digits) ? `7${digits.slice(1)}` : `7${digits}`
}

/** A number of another country: the digit after its plus is not 7. */
const isForeign = (text: string) => /^\s*\+\D*[0-689]/.test(text)

/** The eleven digits of a complete phone number, the first of them 7; null for any other text. */
export function wholePhone(text: string): string | null {
  const digits = phoneDigits(text)
  return digits.length === PHONE_LENGTH && !isForeign(text) ? digits : null
}

/** Formats digits as +7 (900) 000-00-00; fewer digits give the beginning of it. */
export function phoneMask(digits: string): string {
  if (digits === '') return ''
  const [code, first, second, third] = [
    digits.slice(1, 4),
    digits.slice(4, 7),
    digits.slice(7, 9),
    digits.slice(9, PHONE_LENGTH),
  ]
  let text = '+7'
  if (code) text += ` (${code}`
  if (first) text += `) ${first}`
  if (second) text += `-${second}`
  if (third) text += `-${third}`
  return text
}

/** Whether a masked phone number was changed by one key, which inserts at most one character. Otherwise it was pasted or filled in. */
function isSingleKey(text: string, before: string): boolean {
  if (before !== phoneMask(phoneDigits(before))) return false
  const shortest = Math.min(text.length, before.length)
  let start = 0
  while (start < shortest && text[start] === before[start]) start += 1
  let end = 0
  while (end < shortest - start && text.at(-1 - end) === before.at(-1 - end)) end += 1
  return text.length - start - end <= 1
}

/**
 * The value of a phone field after a change. Deleting a character of the mask also deletes the digit before it. A pasted number that is
 * foreign or too long is not changed: cut to eleven digits, it would be another person's number.
 */
export function phoneTyped(text: string, before: string): string {
  if (!isSingleKey(text, before) && (isForeign(text) || phoneDigits(text).length > PHONE_LENGTH)) return text
  const digits = phoneDigits(text)
  const isDeletion = text.length < before.length && digits === phoneDigits(before)
  // A single 7 was added by the mask: deleting further empties the field.
  if (isDeletion) return phoneMask(digits.length > 2 ? digits.slice(0, -1) : '')
  return digits === '7' && text.length < before.length ? '' : phoneMask(digits)
}

/** The position of the caret in a masked phone number that has `digitsBefore` digits before the caret. */
export function caretAfter(masked: string, digitsBefore: number): number {
  let seen = 0
  for (let place = 0; place < masked.length; place += 1) {
    if (seen >= digitsBefore) return place
    if (/\d/.test(masked.charAt(place))) seen += 1
  }
  return masked.length
}

/** The trimmed name, if it consists of Russian letters and spaces; null for any other text (OO-60). */
export function memberName(text: string): string | null {
  const name = text.trim()
  return /^[А-Яа-яЁё]+(\s+[А-Яа-яЁё]+)*$/.test(name) ? name : null
}
