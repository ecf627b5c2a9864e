import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/processes.ts'
import { type Change, changelogWith, changesSince, checkVersion, type Released } from '../../scripts/sdk-release.ts'

const change = (severity: Change['severity'], says: string): Change => ({ severity, says, calls: ['createOrder'] })
const breaking = change('breaking', 'createOrder: the failure late is new.')
const note = change('note', 'getOptions: `result[].name` may be answered.')
const released = (version: string) => ({ version, contract: 'HEAD' })
const changelogOf = (version: string) => `# Changes\n\n## ${version}\n\nSomething.\n`
const check = (from: string, to: string, changes: readonly Change[]) => () =>
  checkVersion(to, released(from), changes, changelogOf(to))

describe('a version of the SDK', () => {
  it.each([
    ['1.4.2', '2.0.0', [breaking]],
    ['1.4.2', '1.5.0', [note]],
    ['1.4.2', '1.4.2', []],
    ['0.1.3', '0.2.0', [breaking, note]],
    ['0.1.3', '0.1.4', [note]],
    ['0.9.0', '1.0.0', [breaking]],
  ])('after %s may be %s when the contract changed so: %j', (from, to, changes) => {
    expect(check(from, to, changes)).not.toThrow()
  })
  it.each([
    ['1.4.2', '1.5.0', '2.0.0', [note, breaking]],
    ['1.4.2', '1.4.3', '1.5.0', [note]],
    ['0.1.3', '0.1.4', '0.2.0', [breaking]],
    ['0.2.0', '0.1.0', '0.2.0', []],
  ])('after %s cannot be %s: it needs %s', (from, to, least, changes) => {
    expect(check(from, to, changes)).toThrow(`Set ${least} or higher in sdk/package.json`)
  })
  it('is rejected with the breaking changes first, and with advice', () => {
    expect(check('1.0.0', '1.1.0', [note, breaking])).toThrow(
      '1.1.0 cannot follow 1.0.0: the contract has 1 breaking changes since, among them:\n  createOrder: the failure late is new.\nSet 2.0.0 or higher',
    )
  })
  it('requires a heading in the changelog', () => {
    expect(() => checkVersion('2.0.0', released('1.0.0'), [breaking], changelogOf('1.9.0'))).toThrow(
      'sdk/CHANGELOG.md has no "## 2.0.0"',
    )
  })
})

it('the packed changelog ends with the changes of the contract, breaking first', () => {
  const text = changelogWith(changelogOf('2.0.0'), released('1.0.0'), [note, breaking])
  expect(text.slice(text.indexOf('## The contract'))).toBe(
    '## The contract since 1.0.0, change by change\n\n### Breaking\n\n- createOrder: the failure late is new.\n\n### New, or said better\n\n- getOptions: `result[].name` may be answered.\n',
  )
})

describe('this version', () => {
  const from = JSON.parse(readFileSync(join(root, 'sdk/released.json'), 'utf8')) as Released
  const hasHistory = spawnSync('git', ['cat-file', '-e', from.contract], { cwd: root }).status === 0

  it.skipIf(!hasHistory)('is high enough for the contract’s changes since the release', async () => {
    const changes = await changesSince(from.contract)
    expect(changes.length).toBeGreaterThan(50)
    const { version } = JSON.parse(await readFile(join(root, 'sdk/package.json'), 'utf8')) as { version: string }
    const changelog = await readFile(join(root, 'sdk/CHANGELOG.md'), 'utf8')
    expect(() => checkVersion(version, from, changes, changelog)).not.toThrow()
    expect(() => checkVersion('0.1.1', from, changes, changelogOf('0.1.1'))).toThrow('breaking changes')
  })
  it('cannot be checked with a revision that this clone does not have, and reports that', async () => {
    await expect(changesSince('0123456789012345678901234567890123456789')).rejects.toThrow(/git fetch --unshallow/)
  })
})
