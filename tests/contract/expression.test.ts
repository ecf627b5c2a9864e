import { expect, it } from 'vitest'
import { expressionOf, strictPatternOf } from '@paket/contract'

it.each<[pattern: string, text: string, other: string, strict: string | null]>([
  [String.raw`^a\:b$`, 'a:b', 'a', '^a:b$'],
  [String.raw`^\d\-\d$`, '1-2', '12', String.raw`^\d-\d$`],
  [String.raw`^\?\:$`, '?:', ':', String.raw`^\?:$`],
  [String.raw`^[\w-.]+@[a-\d]$`, 'a-b.c@a', '@a', String.raw`^[\w\-.]+@[a\-\d]$`],
  [String.raw`^[\#\-\]]$`, '-', 'a', String.raw`^[#\-\]]$`],
  [String.raw`^{\p{L}{2}}$`, '{Яя}', '{Я}', String.raw`^\{\p{L}{2}\}$`],
  ['^]$', ']', '[', null],
  [String.raw`^\e$`, 'e', '', null],
])('reads %s', (pattern, text, other, strict) => {
  const expression = expressionOf(pattern)
  expect([expression.test(text), expression.test(other), strictPatternOf(pattern)]).toEqual([true, false, strict])
})
it('reads modes at the beginning', () => {
  expect(expressionOf('(?i)^a$').test('A')).toBe(true)
  expect(new RegExp(strictPatternOf('(?i)^a$')!, 'u').test('A')).toBe(true)
})
it.each(['^a++$', String.raw`\A[a-z]\z`, '^[[:alpha:]]+$', '[', '\\'])('does not read %s', (pattern) => {
  expect(() => expressionOf(pattern)).toThrow(SyntaxError)
  expect(strictPatternOf(pattern)).toBeNull()
})
