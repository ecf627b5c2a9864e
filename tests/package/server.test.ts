import { expect, it } from 'vitest'
import { bundleStart } from '../../scripts/release.ts'
import { temporaryFolder } from '../support/folders.ts'
import { installed, runIn } from './runtimes.ts'

it.for(['Node 20', 'Node 22'] as const)(
  'the bundled server says in one line that %s is too old',
  async (name, { skip }) => {
    const folder = await temporaryFolder()
    await bundleStart(folder)
    const ran = await runIn(installed[name], { path: () => folder }, 'start.mjs')
    skip(!ran, `${name} does not exist for this platform`)
    const [, major] = name.split(' ')
    expect(ran).toEqual({
      ok: false,
      output: expect.stringMatching(RegExp(`^paket: Node 24 or newer is needed, this is v${major}\\.\\S+$`)),
    })
  },
  300_000,
)
