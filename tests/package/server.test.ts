import { expect, it } from 'vitest'
import { bundleStart } from '../../scripts/release.ts'
import { temporaryFolder } from '../support/folders.ts'
import { installed, runIn } from './runtimes.ts'

it.each(['Node 20', 'Node 22'] as const)(
  'the bundled server says in one line that %s is too old',
  async (name) => {
    const folder = await temporaryFolder()
    await bundleStart(folder)
    const ran = await runIn(installed[name], { path: () => folder }, 'start.mjs')
    const [, major] = name.split(' ')
    if (ran)
      expect(ran).toEqual({
        ok: false,
        output: expect.stringMatching(RegExp(`^paket: Node 24 or newer is needed, this is v${major}\\.\\S+$`)),
      })
  },
  300_000,
)
