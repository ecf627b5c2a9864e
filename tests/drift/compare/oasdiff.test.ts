import { describe, expect, it } from 'vitest'
import { driftOf, folderOfFile } from '../support.ts'
import { library, type Part } from './library.ts'
import { oasdiff, breakingBy } from './oasdiff.ts'

const folder = folderOfFile()
const program = oasdiff()

/** Words that say nothing of what goes over the line. */
const unsaid = new Set(['description', 'info', 'operationId', 'servers', 'title', 'discriminator', 'securitySchemes'])
/** Every part of a document, by its way: the openapi word, the parts without which it is none, and texts left out. */
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
/** What oasdiff calls breaking and this does not, by the part and by its check, and why. */
const otherwise: readonly (readonly [part: RegExp, check: RegExp, why: string])[] = [
  [/\/(type|format)$/, /type-changed|not-nullable|nullable$/, 'who says no type says less; it is inferred, or a note'],
  [/\/default$/, /default-value-(added|removed)/, 'who says no default says less: a note; another default is found'],
  [/^gone .*\/(enum|const)$/, /enum-value-removed|const-removed/, 'who lists no values takes or says any'],
  [/^added .*\/properties(\/\w+)?$/, /new-required-request-property/, 'it was required before it was described'],
  [/^added .*\/oneOf$/, /one-of-added/, 'there were no alternatives before, but anything'],
  [/schemas\/Lost\//, /^request-|^new-required-request/, 'the body of a webhook is no request of clients'],
]

describe.skipIf(program === null)('what oasdiff calls breaking is found', { timeout: 600_000 }, () => {
  it('of every part of a contract that is taken away, and of every one that is added', async () => {
    const all = [...ways(library())]
    expect(all.length).toBeGreaterThan(200)
    const whole = await folder.file(library())
    const missed: string[] = []
    let calls = 0
    for (const way of all) {
      const other = without(way)
      const place = await folder.file(other)
      for (const [before, after, files] of [
        [library(), other, [whole, place]],
        [other, library(), [place, whole]],
      ] as const) {
        const what = `${before === other ? 'added' : 'gone'} ${way.join('/')}`
        const breaking = (await breakingBy(program!, folder.path, before, after).catch(() => [])).filter(
          (id) => !otherwise.some(([part, check]) => part.test(what) && check.test(id)),
        )
        if (breaking.length === 0) continue
        calls += 1
        const findings = await driftOf(files[1], files[0]).catch(() => null)
        if (findings?.every(({ severity }) => severity === 'note'))
          missed.push(`${what}: ${[...new Set(breaking)].join(', ')}`)
      }
    }
    expect(missed).toEqual([])
    expect(calls).toBeGreaterThan(50)
  })
})
