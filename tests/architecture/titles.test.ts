import { expect, test } from 'vitest'
import { sourcesIn } from './sources.ts'

const linesWith = (pattern: RegExp) =>
  ['tests', 'e2e'].flatMap((folder) =>
    sourcesIn(folder, /\.(test|spec)\.tsx?$/).flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
    ),
  )

test('no title has a placeholder that Vitest does not fill in', () => {
  // Vitest leaves printf's positional placeholders as they are, so an id passed by one would be in no title.
  expect(linesWith(/%\d+\$[a-z]/)).toEqual([])
})
test('no title begins with a relative clause: it says what happens', () => {
  expect(linesWith(/^\s*((it|test|describe)\b|\])[^'"`]*\((['"`])(that|who|whose) /)).toEqual([])
})
