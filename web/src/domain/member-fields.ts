const PHONE_LENGTH = 11

/** The digits of a phone as it is typed: the first is the country's 7, in the place of an 8, or put before the rest (OO-59). */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '')
  if (digits === '') return ''
  return /^[78]/.test(digits) ? `7${digits.slice(1)}` : `7${digits}`
}

/** Another country's number: what follows the plus is not 7. */
const isForeign = (text: string) => /^\s*\+\D*[0-689]/.test(text)

/** A phone that is whole: eleven digits, the first 7; null for any other text. */
export function wholePhone(text: string): string | null {
  const digits = phoneDigits(text)
  return digits.length === PHONE_LENGTH && !isForeign(text) ? digits : null
}

/** Digits in the form +7 (900) 000-00-00, as far as they go. */
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

/** Whether a masked phone was changed by a key, which puts in one character at most; else it was pasted or filled in. */
function isByKey(text: string, before: string): boolean {
  if (before !== phoneMask(phoneDigits(before))) return false
  const shortest = Math.min(text.length, before.length)
  let start = 0
  while (start < shortest && text[start] === before[start]) start += 1
  let end = 0
  while (end < shortest - start && text.at(-1 - end) === before.at(-1 - end)) end += 1
  return text.length - start - end <= 1
}

/**
 * What a field shows after it was changed; the mark that was deleted takes the digit before it along. A number that came whole and is not one
 * of ours stays as it is: cut to our length it would be another user's.
 */
export function phoneTyped(text: string, before: string): string {
  if (!isByKey(text, before) && (isForeign(text) || phoneDigits(text).length > PHONE_LENGTH)) return text
  const digits = phoneDigits(text)
  const isDeletion = text.length < before.length && digits === phoneDigits(before)
  // The 7 alone came with the mask: deleting into it empties the field.
  if (isDeletion) return phoneMask(digits.length > 2 ? digits.slice(0, -1) : '')
  return digits === '7' && text.length < before.length ? '' : phoneMask(digits)
}

/** Where the caret is in a masked phone with so many digits before it. */
export function caretAfter(masked: string, digitsBefore: number): number {
  let seen = 0
  for (let place = 0; place < masked.length; place += 1) {
    if (seen >= digitsBefore) return place
    if (/\d/.test(masked.charAt(place))) seen += 1
  }
  return masked.length
}

/** A name, trimmed: Russian letters and spaces; null for any other text (OO-60). */
export function memberName(text: string): string | null {
  const name = text.trim()
  return /^[А-Яа-яЁё]+(\s+[А-Яа-яЁё]+)*$/.test(name) ? name : null
}
