import { describe, expect, it } from 'vitest'
import { drift as run, root } from '../support.ts'

const drift = (...args: string[]) => run(['changes', ...args], { cwd: root })
describe('the command drift changes', { timeout: 60_000 }, () => {
  it('accepts two git revisions, or one', async () => {
    expect(await drift('HEAD', 'HEAD')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Nothing changed for callers\.\nNo drift\.\n$/),
    })
  })
  it.each<[string[], RegExp]>([
    [[], /One or two versions are needed/],
    [
      ['no-such-revision'],
      /no-such-revision is no file and no revision of this repository; git log --oneline lists some$/m,
    ],
    [['--output=/tmp/x'], /One or two versions/],
    [['nowhere.yaml'], /there is no such file/],
    [['HEAD', 'HEAD', 'HEAD'], /One or two versions/],
    [['HEAD', '--format', 'xml'], /--format is one of text, json/],
    [['HEAD', '--nonsense'], /Unknown option/],
  ])('%j is refused', async (args, message) => {
    expect(await drift(...args)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(message) })
  })
})
