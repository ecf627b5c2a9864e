import { expect, it } from 'vitest'
import { bundleStart } from '../../scripts/release.ts'
import { temporaryFolder } from '../support/folders.ts'
import { installed, runIn } from './runtimes.ts'

it.for(['Node 20', 'Node 22'] as const)(
  'the bundled server says in one line that %s is too old',
  { timeout: 300_000 },
  async (name, { skip }) => {
    const folder = await temporaryFolder()
    await bundleStart(folder)
    const ran = await runIn(installed[name], { path: () => folder }, 'start.mjs')
    if (!ran) return skip('it is not made for this platform')
    const [, major] = name.split(' ')
    expect(ran).toEqual({
      ok: false,
      output: expect.stringMatching(RegExp(`^paket: Node 24 or newer is needed, this is v${major}\\.\\S+$`)),
    })
  },
)
