import { readFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'

/** The results of one part of `npm test`. */
export interface Count {
  passed: number
  /** Names of failed tests. */
  failures: string[]
  /** Names of skipped tests. */
  skipped: string[]
  /** Names of flaky browser tests, which passed only on retry, with their first error; they count as passed. */
  flaky: string[]
}

export const noResults: Count = { passed: 0, failures: [], skipped: [], flaky: [] }
export const sumCounts = (counts: readonly Count[]): Count =>
  counts.reduce(
    (all, { passed, failures, skipped, flaky }) => ({
      passed: all.passed + passed,
      failures: [...all.failures, ...failures],
      skipped: [...all.skipped, ...skipped],
      flaky: [...all.flaky, ...flaky],
    }),
    noResults,
  )

interface VitestReport {
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}
/** Counts Vitest's results. A file that could not be loaded has no tests and counts as one failure. */
export function countVitest({ testResults }: VitestReport): Count {
  return sumCounts(
    testResults.map(({ name, status, assertionResults: tests }) => {
      const named = (chosen: typeof tests) => chosen.map(({ fullName }) => `${name}: ${fullName}`)
      const failures = named(tests.filter((test) => test.status === 'failed'))
      const passed = tests.filter((test) => test.status === 'passed')
      const rest = tests.filter((test) => test.status !== 'failed' && test.status !== 'passed')
      const isBroken = status === 'failed' && failures.length === 0
      return {
        passed: passed.length,
        failures: isBroken ? [name] : failures,
        skipped: named(rest),
        flaky: [],
      }
    }),
  )
}

/** Adds the first line of an error to a name, without its colours. */
export const withError = (name: string, message = 'no error') =>
  `${name}: ${stripVTControlCharacters(message).trim().split('\n')[0]}`

interface PlaywrightTest {
  status: string
  projectName: string
  /** One of each try. */
  results?: { error?: { message?: string } }[]
}
interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs?: { title: string; tests: PlaywrightTest[] }[]
}
interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}
/** Counts Playwright's results. An error outside any test, such as a server that did not start, counts as a failure. */
export function countPlaywright({ suites, errors }: PlaywrightReport): Count {
  const inSuite = (suite: PlaywrightSuite): Count[] => [
    ...(suite.suites ?? []).flatMap(inSuite),
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests.map(({ status, projectName, results }) => {
        const name = `${suite.title}: ${title} (${projectName})`
        const named = (wanted: string) => (status === wanted ? [name] : [])
        return {
          passed: Number(status === 'expected' || status === 'flaky'),
          failures: named('unexpected'),
          skipped: named('skipped'),
          flaky: named('flaky').map((flaky) => withError(flaky, results?.[0]?.error?.message)),
        }
      }),
    ),
  ]
  return sumCounts([
    ...suites.flatMap(inSuite),
    { ...noResults, failures: errors.map(({ message }) => message ?? 'an error outside any test') },
  ])
}

const counters = {
  vitest: (text: string) => countVitest(JSON.parse(text) as VitestReport),
  playwright: (text: string) => countPlaywright(JSON.parse(text) as PlaywrightReport),
}

/**
 * Reads a runner's report. Adds a failure when the runner crashed, wrote no report, ran no tests, or failed outside any
 * test.
 */
export async function countReport(runner: keyof typeof counters, file: string, hasPassed: boolean): Promise<Count> {
  const oneFailure = {
    ...noResults,
    failures: [`${runner}: it failed although no test did, or it wrote no report`],
  }
  try {
    const counted = counters[runner](await readFile(file, 'utf8'))
    const hidesFailure = counted.failures.length === 0 && (!hasPassed || counted.passed === 0)
    return hidesFailure ? sumCounts([counted, oneFailure]) : counted
  } catch {
    // There is no report, or it is incomplete.
    return oneFailure
  }
}
