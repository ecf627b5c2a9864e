import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countPlaywright, countReport, countVitest, noResults, sumCounts } from '../../scripts/results.ts'
import { temporaryFolder } from '#support/folders.ts'

const vitestFile = (status: string, ...tests: string[]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: tests.map((each) => ({ status: each, fullName: `does ${each}` })),
})

describe('counting', () => {
  it('counts the tests of Vitest, and a file that cannot be loaded as one failure', () => {
    const testResults = [vitestFile('failed', 'passed', 'failed', 'pending', 'todo'), vitestFile('failed')]
    expect(countVitest({ testResults })).toEqual({
      passed: 1,
      failures: ['a.test.ts: does failed', 'a.test.ts'],
      skipped: ['a.test.ts: does pending', 'a.test.ts: does todo'],
      flaky: [],
    })
  })
  it('counts the tests of Playwright in all projects and suites, flaky ones with their first error, and errors outside tests', () => {
    const spec = (...statuses: string[]) => ({
      title: 'buys',
      tests: statuses.map((status) => ({
        status,
        projectName: 'phone',
        results: [{ error: { message: '\u001B[31mTimeout of 120 s\u001B[39m\nat a place' } }, {}],
      })),
    })
    const suites = [
      {
        title: 'a.spec.ts',
        specs: [spec('expected', 'unexpected', 'flaky')],
        suites: [{ title: 'b', specs: [spec('skipped')] }],
      },
    ]
    expect(countPlaywright({ suites, errors: [{ message: 'no server' }] })).toEqual({
      passed: 2,
      failures: ['a.spec.ts: buys (phone)', 'no server'],
      skipped: ['b: buys (phone)'],
      flaky: ['a.spec.ts: buys (phone): Timeout of 120 s'],
    })
  })
  it('adds results up', () => {
    const one = { passed: 1, failures: ['c'], skipped: ['a'], flaky: ['b'] }
    expect(sumCounts([one, one])).toEqual({
      passed: 2,
      failures: ['c', 'c'],
      skipped: ['a', 'a'],
      flaky: ['b', 'b'],
    })
    expect(sumCounts([])).toEqual(noResults)
  })
})

describe('a runner', () => {
  const report = async (text: string | null, hasPassed: boolean) => {
    const file = join(await temporaryFolder(), 'report.json')
    if (text !== null) await writeFile(file, text)
    return countReport('vitest', file, hasPassed)
  }
  const passing = JSON.stringify({ testResults: [vitestFile('passed', 'passed')] })
  it('is counted by its report when it passes', async () => {
    expect(await report(passing, true)).toEqual({ ...noResults, passed: 1 })
  })
  it.each([
    ['wrote nothing', null, false, noResults],
    ['wrote nothing and claims success', null, true, noResults],
    ['was cut short', passing.slice(0, 30), false, noResults],
    ['ran no test', JSON.stringify({ testResults: [] }), true, noResults],
    ['fails though no test does', passing, false, { ...noResults, passed: 1 }],
  ])('counts as a failure when it %s', async (_why, text, hasPassed, counted) => {
    expect(await report(text, hasPassed)).toEqual({ ...counted, failures: [expect.stringContaining('vitest: ')] })
  })
})
