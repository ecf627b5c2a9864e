import { expect, test } from 'vitest'
import { sourcesIn } from './sources.ts'

/** As in printf, the second value: Vitest leaves it as it is, so that a row's id given by it is in no title. */
const byPosition = /%\d+\$[a-z]/

test('no title has a placeholder that Vitest does not fill in', () => {
  const lines = sourcesIn('tests', /\.test\.tsx?$/).flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => (byPosition.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  )
  expect(lines).toEqual([])
})
