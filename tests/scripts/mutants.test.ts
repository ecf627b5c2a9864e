import { expect, it } from 'vitest'
import { areas, globsOf, globsToMutate } from '../../scripts/mutants/areas.ts'
import { type MutationReport, percent, scores, survivors, timeouts } from '../../scripts/mutants/report.ts'

const source = `export const isAdult = (age: number) => age >= 18
export function greeting(name: string) {
  if (!name) {
    throw new Error('no name')
  }
  return name
}`
const at = (line: number, from: number, to: number, toLine = line) => ({
  start: { line, column: from },
  end: { line: toLine, column: to },
})
const atLeast = { mutatorName: 'EqualityOperator', replacement: 'age > 18', location: at(1, 41, 50) } as const
const thrown = { mutatorName: 'BlockStatement', replacement: '{}', location: at(3, 14, 4, 5) } as const
const report: MutationReport = {
  files: {
    'a.ts': {
      source,
      mutants: [
        { ...thrown, status: 'NoCoverage' },
        { ...atLeast, status: 'Survived' },
        { ...atLeast, status: 'Killed' },
        { ...atLeast, status: 'Timeout' },
        { ...atLeast, status: 'RuntimeError' },
        { ...atLeast, status: 'Ignored' },
      ],
    },
    'types.ts': { source: '', mutants: [] },
  },
}
const [was, is] = ['>=', '>'].map((than) => `export const isAdult = (age: number) => age ${than} 18`)

it('counts killed mutants and timeouts among those that could run', () => {
  expect(scores(report)).toEqual([{ file: 'a.ts', killed: 2, total: 4 }])
  expect(percent(scores(report))).toBe(50)
  expect(percent([])).toBe(0)
})

it('counts apart those that only a time limit ended', () => {
  expect(timeouts(report)).toBe(1)
})

it('shows a survivor by the lines before and after, in the order of the file', () => {
  expect(survivors(report)).toEqual([
    { file: 'a.ts', line: 1, was, is, isUncovered: false },
    { file: 'a.ts', line: 3, was: "if (!name) { throw new Error('no name') }", is: 'if (!name) {}', isUncovered: true },
  ])
})

it.each([
  ['sdk/src/call.ts,!sdk/src/generated/**', ['sdk/src/call.ts', '!sdk/src/generated/**']],
  ['sdk/src/{call,token}.ts', ['sdk/src/call.ts', 'sdk/src/token.ts']],
  ['a.ts,{b,c/{d,e}}.ts', ['a.ts', 'b.ts', 'c/d.ts', 'c/e.ts']],
])('takes %s for globs without braces, in which Stryker would split at commas', (text, globs) => {
  expect(globsOf(text)).toEqual(globs)
})

it('expands braces in the globs of an area, too', () => {
  expect(globsToMutate(areas.flows)).toContain('web/src/checkout/purchases.ts')
})

it.each(Object.entries(areas))('finds files for each glob of the area %s', (_, area) => {
  expect(() => globsToMutate(area)).not.toThrow()
})

it('mutates only the lines that follow the name of a file', () => {
  const lines = ['sdk/src/call.ts:10-20', 'sdk/src/token.ts:3:1-4:9']
  expect(globsToMutate(areas.sdk, lines.join(','))).toEqual(lines)
})

it('refuses globs that match no file, by name', () => {
  expect(() => globsToMutate(areas.sdk, '!sdk/gone/**,sdk/src/{call,gone}.ts')).toThrow(
    'No file matches !sdk/gone/**, sdk/src/gone.ts.',
  )
  const area = { ...areas.sdk, tests: ['tests/sdk/!(size).test.ts', 'tests/gone/*.test.ts'] }
  expect(() => globsToMutate(area)).toThrow('No file matches tests/gone/*.test.ts.')
})
