import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import { type Found, grouped } from '#drift/report/finding.ts'
import { written } from '#drift/report/formats.ts'
import type { Report } from '#drift/report/report.ts'

const found = (rule: Found['rule'], says: string): Found => ({ rule, subject: says, calls: ['getA'], says })
const report = (all: Found[], more: Partial<Report> = {}): Report => ({
  check: 'traffic',
  about: 'a & b',
  findings: grouped(all),
  suppressed: [],
  facts: ['2 exchanges read'],
  sections: [{ title: 'Not looked at', lines: ['webhooks'] }],
  failOn: 'breaking',
  ...more,
})
function parsed(of: Report) {
  const { DOMParser } = new Window()
  const page = new DOMParser().parseFromString(written(of, 'junit'), 'text/xml')
  expect(page.querySelector('parsererror')).toBeNull()
  const count = (name: string) => page.querySelectorAll(name).length
  return { page, count, root: page.querySelector('testsuites')!, suite: page.querySelector('testsuite')! }
}

describe('a report for JUnit', () => {
  it.each([
    ['without findings', report([]), 1, 0],
    [
      'with one that fails and one that does not',
      report([found('response-null', 'x'), found('response-field-unknown', 'y')]),
      2,
      1,
    ],
    [
      'that fails for notes',
      report([found('response-null', 'x'), found('response-field-unknown', 'y')], { failOn: 'note' }),
      2,
      2,
    ],
    ['with too little coverage', report([found('response-field-unknown', 'y')], { unmet: 'Seen were 3%' }), 2, 1],
  ])('%s has as many elements as its counts say', (_, of, tests, failures) => {
    const { root, suite, count } = parsed(of)
    for (const element of [root, suite]) {
      expect(['tests', 'failures', 'errors'].map((name) => element.getAttribute(name))).toEqual([
        `${tests}`,
        `${failures}`,
        '0',
      ])
    }
    expect({ tests: count('testcase'), failures: count('failure'), errors: count('error') }).toEqual({
      tests,
      failures,
      errors: 0,
    })
  })
  it('preserves texts with markup, and writes what XML does not allow by its number', () => {
    const { page } = parsed(report([found('response-null', 'a <b> & "c" \u0001 \uD800 d')]))
    expect(page.querySelector('failure')?.getAttribute('message')).toBe(String.raw`a <b> & "c" \u0001 \ud800 d (getA)`)
  })
  it('contains what was not looked at, and the verdict', () => {
    const { suite } = parsed(report([]))
    expect(suite.lastElementChild?.textContent).toMatch(/^No drift\.\n\nNot looked at\nwebhooks\n\n2 exchanges read$/)
  })
})
