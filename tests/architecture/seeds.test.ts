import { expect, test } from 'vitest'
import { sourcesIn } from './sources.ts'

const support = 'tests/support/property.ts'
const isOwn = (path: string) => path.startsWith('tests/architecture/')
/** Matches what runs a property with a seed of its own: `fc.assert(…)`, `sample(…)`, or their import. */
const running = /\bfc\.(assert|sample|statistics)\b|\b(assert|sample|statistics)\b[^;]*?\} from 'fast-check'/

test('every property is examined with the seed of the repository, by tests/support/property.ts', () => {
  const files = sourcesIn('tests').filter(({ path, text }) => !isOwn(path) && /from 'fast-check'/.test(text))
  expect(files.length).toBeGreaterThan(8)
  expect(files.filter(({ path, text }) => path !== support && running.test(text)).map(({ path }) => path)).toEqual([])
  const withCheck = files.filter(({ text }) => /\bfc\.check\b/.test(text))
  expect(withCheck.filter(({ text }) => !text.includes('...withSeed(')).map(({ path }) => path)).toEqual([])
})
test.each([
  "import { assert, nat } from 'fast-check'",
  "import {\n  nat,\n  sample,\n} from 'fast-check'",
  'fc.assert(fc.property(',
])('a property with a seed of its own is found: %j', (text) => expect(text).toMatch(running))

test('no unit test is tried again, and each spec of races says so too', () => {
  const retrying = sourcesIn('tests').filter(({ path, text }) => !isOwn(path) && /\bretry: ?\d/.test(text))
  expect(retrying.map(({ path }) => path)).toEqual([])
  const specs = sourcesIn('e2e/specs').filter(({ text }) => text.includes('retries: 0'))
  expect(specs.map(({ path }) => path.split('/').at(-1))).toEqual(
    expect.arrayContaining(['one-order.spec.ts', 'session.spec.ts', 'bfcache.spec.ts']),
  )
})
