import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findBrowser } from '../../scripts/browser.ts'
import { temporaryFolder } from './support.ts'

async function program(folder: string, name: string, script: string) {
  const file = join(folder, name)
  await writeFile(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return file
}
const nowhere = { places: [], playwright: null, log: () => {} }
const none = () => Promise.resolve(null)

describe('the browser', () => {
  it('is the one that PAKET_CHROMIUM names, if it starts', async () => {
    const folder = await temporaryFolder()
    const file = await program(folder, 'mine', 'echo Chromium 1.2.3')
    const found = await findBrowser({ ...nowhere, env: { PAKET_CHROMIUM: file } })
    expect(found).toEqual({ executablePath: file, name: 'Chromium 1.2.3, named by PAKET_CHROMIUM' })
    const broken = await program(folder, 'broken', 'exit 1')
    for (const env of [{ PAKET_CHROMIUM: broken }, { PAKET_CHROMIUM: '/not/there' }])
      await expect(findBrowser({ ...nowhere, env })).rejects.toThrow(
        /^PAKET_CHROMIUM names \S+, which is not there or does not start\.$/,
      )
  })
  it('is the system’s, where a pointer to a package that is not installed does not count', async () => {
    const [first, second] = [await temporaryFolder(), await temporaryFolder()]
    await program(first, 'chromium-browser', 'echo "Command requires the snap to be installed" >&2; exit 10')
    const file = await program(second, 'google-chrome', 'echo "Google Chrome 150.0.1 "')
    const found = await findBrowser({ ...nowhere, env: { PATH: `${first}:${second}` } })
    expect(found).toEqual({ executablePath: file, name: `Google Chrome 150.0.1, the system’s (${file})` })
  })
  it('is Playwright’s own, if it is there and starts', async () => {
    const file = await program(await temporaryFolder(), 'chrome', 'echo Chromium 9.0')
    const found = await findBrowser({ ...nowhere, env: {}, playwright: file })
    expect(found).toEqual({ name: 'Chromium 9.0, Playwright’s own (already downloaded)' })
  })
  it('is got from the first source that has one', async () => {
    const browser = { name: 'got' }
    expect(await findBrowser({ ...nowhere, env: {}, sources: [none, () => Promise.resolve(browser)] })).toBe(browser)
  })
  it('is asked for in one sentence when there is none', async () => {
    await expect(findBrowser({ ...nowhere, env: {}, sources: [none] })).rejects.toThrow(/^No Chromium was found, .+\.$/)
  })
})
