import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findBrowser, findShell } from '../../scripts/browser.ts'
import { temporaryFolder } from '#support/folders.ts'

async function program(folder: string, name: string, script: string) {
  const file = join(folder, name)
  await writeFile(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return file
}
const nowhere = { places: [], playwright: null, log: () => {} }
const none = () => Promise.resolve(null)

describe('the browser', () => {
  it('is the one in PAKET_CHROMIUM, if it starts', async () => {
    const folder = await temporaryFolder()
    const file = await program(folder, 'mine', 'echo Chromium 1.2.3')
    const found = await findBrowser({ ...nowhere, env: { PAKET_CHROMIUM: file } })
    expect(found).toEqual({ executablePath: file, name: 'Chromium 1.2.3, named by PAKET_CHROMIUM' })
    const broken = await program(folder, 'broken', 'exit 1')
    for (const env of [{ PAKET_CHROMIUM: broken }, { PAKET_CHROMIUM: '/not/there' }])
      await expect(findBrowser({ ...nowhere, env })).rejects.toThrow(
        /^PAKET_CHROMIUM names \S+, which does not exist or does not start\.$/,
      )
  })
  it('is the system’s, unless that is only a wrapper of a package that is not installed', async () => {
    const [first, second] = [await temporaryFolder(), await temporaryFolder()]
    await program(first, 'chromium-browser', 'echo "Command requires the snap to be installed" >&2; exit 10')
    const file = await program(second, 'google-chrome', 'echo "Google Chrome 150.0.1 "')
    const found = await findBrowser({ ...nowhere, env: { PATH: `${first}:${second}` } })
    expect(found).toEqual({ executablePath: file, name: `Google Chrome 150.0.1, the system’s (${file})` })
  })
  it('is Playwright’s own, if it exists and starts', async () => {
    const file = await program(await temporaryFolder(), 'chrome', 'echo Chromium 9.0')
    const found = await findBrowser({ ...nowhere, env: {}, playwright: file })
    expect(found).toEqual({ name: 'Chromium 9.0, Playwright’s own (already downloaded)' })
  })
  it('comes from the first source that has one', async () => {
    const browser = { name: 'got' }
    expect(await findBrowser({ ...nowhere, env: {}, sources: [none, () => Promise.resolve(browser)] })).toBe(browser)
  })
  it('is requested in one sentence when there is none', async () => {
    await expect(findBrowser({ ...nowhere, env: {}, sources: [none] })).rejects.toThrow(/^No Chromium was found, .+\.$/)
  })
})

describe('the shell of the browser', () => {
  const debian = { executablePath: '/usr/bin/chromium', name: 'Chromium 156.0.1' }
  it('is one of the same version, which is installed if it is not there', async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'chromium-headless-shell')
    const installed: string[] = []
    const install = (version: string) => async () => {
      installed.push(version)
      await program(folder, 'chromium-headless-shell', `echo Chromium ${version}`)
      return true
    }
    expect(await findShell(debian, { file, install: install('155.0.9') })).toBe(null)
    expect(await findShell(debian, { file, install: install('156.0.1') })).toBe(file)
    expect(await findShell(debian, { file, install: install('156.0.1') })).toBe(file)
    expect(installed).toEqual(['155.0.9', '156.0.1'])
  })
  it('is not looked for beside a browser that is not Debian’s, and is not had where it cannot be installed', async () => {
    const file = join(await temporaryFolder(), 'none')
    expect(await findShell({ ...debian, executablePath: '/opt/google/chrome/chrome' }, { file })).toBe(null)
    expect(await findShell(debian, { file, install: () => Promise.resolve(false) })).toBe(null)
  })
})
