import { expect, test } from 'vitest'
import { sourcesIn } from './sources.ts'

const linesWith = (pattern: RegExp) =>
  ['tests', 'e2e'].flatMap((folder) =>
    sourcesIn(folder, /\.(test|spec)\.tsx?$/).flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
    ),
  )

test('no title has a placeholder that Vitest does not fill in', () => {
  // As in printf, the second value: Vitest leaves it as it is, so that a row's id given by it is in no title.
  expect(linesWith(/%\d+\$[a-z]/)).toEqual([])
})
test('no title begins with a relative clause: it says what is done when', () => {
  expect(linesWith(/^\s*((it|test|describe)\b|\])[^'"`]*\((['"`])(that|who|whose) /)).toEqual([])
})
