import { describe, expect, it } from 'vitest'
import { compareSpec } from '#drift/compare/compare-spec.ts'
import { type Description, describe as read } from '#drift/description/description.ts'
import { CannotCheck } from '#drift/report/cannot-check.ts'
import { grouped } from '#drift/report/finding.ts'
import { folderOfFile } from '../support.ts'
import { library, type Part } from './library.ts'
import { oasdiff, breakingBy } from './oasdiff.ts'

const folder = folderOfFile()
const program = oasdiff()

/** Keywords that do not affect requests and responses. */
const unsaid = new Set(['description', 'info', 'operationId', 'servers', 'title', 'discriminator', 'securitySchemes'])
/** Yields the path to every part of a document, except `openapi`, required sections and descriptions. */
function* ways(value: Part, way: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    if (unsaid.has(key) || key === 'openapi' || key === '$ref') continue
    if (way.length > 0 && !['paths', 'components', 'in', 'name', 'schemas', 'responses'].includes(key))
      yield [...way, key]
    yield* ways(value[key], [...way, key])
  }
}
const without = (way: readonly string[]): Part => {
  const document = library()
  const parent = way.slice(0, -1).reduce((at, key) => at[key], document)
  if (Array.isArray(parent)) parent.splice(Number(way.at(-1)), 1)
  else delete parent[way.at(-1)!]
  return document
}
/** Whether the comparison finds more than notes between two versions, or rejects one: removing a part may break a reference. */
function findsMore(before: Description, after: Description): boolean {
  try {
    return grouped(compareSpec(before, after).found).some(({ severity }) => severity !== 'note')
  } catch (error) {
    if (error instanceof CannotCheck) return true
    throw error
  }
}
/** What oasdiff calls breaking and the drift check does not: the part, oasdiff's check, and the reason. */
const otherwise: readonly (readonly [part: RegExp, check: RegExp, why: string])[] = [
  [/\/(type|format)$/, /type-changed|not-nullable|nullable$/, 'who says no type says less; it is inferred, or a note'],
  [/\/default$/, /default-value-(added|removed)/, 'who says no default says less: a note; another default is found'],
  [/^gone .*\/(enum|const)$/, /enum-value-removed|const-removed/, 'who lists no values takes or says any'],
  [/^added .*\/properties(\/\w+)?$/, /new-required-request-property/, 'it was required before it was described'],
  [/^added .*\/oneOf$/, /one-of-added/, 'there were no alternatives before, but anything'],
  [/schemas\/Lost\//, /^request-|^new-required-request/, 'the body of a webhook is no request of clients'],
]

describe.skipIf(program === null)('what oasdiff calls breaking is found', { timeout: 600_000 }, () => {
  it('when any part of a contract is removed or added', async () => {
    const all = [...ways(library())]
    expect(all.length).toBeGreaterThan(200)
    const whole = { place: await folder.file(library()), description: await read(await folder.file(library())) }
    const comparisons: { what: string; pair: [before: string, after: string] }[] = []
    let found = 0
    for (const way of all) {
      const place = await folder.file(without(way))
      const description = await read(place).catch(() => null)
      if (!description) continue
      const other = { place, description }
      for (const [before, after] of [
        [whole, other],
        [other, whole],
      ] as const) {
        // oasdiff is asked only about pairs in which the drift check finds nothing.
        if (findsMore(before.description, after.description)) found += 1
        else
          comparisons.push({
            what: `${before === other ? 'added' : 'gone'} ${way.join('/')}`,
            pair: [before.place, after.place],
          })
      }
    }
    const answers = await breakingBy(
      program!,
      comparisons.map(({ pair }) => pair),
    )
    expect(answers.length).toBe(comparisons.length)
    const answered = answers.filter((breaking) => breaking.length > 0).length
    const missed = comparisons.flatMap(({ what }, nth) => {
      const unexplained = answers[nth]!.filter(
        (id) => !otherwise.some(([part, check]) => part.test(what) && check.test(id)),
      )
      return unexplained.length > 0 ? [`${what}: ${[...new Set(unexplained)].join(', ')}`] : []
    })
    expect(missed).toEqual([])
    expect(found).toBeGreaterThan(200)
    expect(answered).toBeGreaterThan(20)
  })
})
