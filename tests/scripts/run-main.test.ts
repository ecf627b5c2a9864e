import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../scripts/processes.ts'
import { isRunning, startNode } from '#support/processes.ts'

/** A command that waits for another program, with a temporary folder. */
const command = `
  import { launch } from ${JSON.stringify(join(root, 'scripts/processes.ts'))}
  import { runMain } from ${JSON.stringify(join(root, 'scripts/run-main.ts'))}
  import { inTemporaryFolder } from ${JSON.stringify(join(root, 'scripts/temporary-folder.ts'))}
  await runMain(() => inTemporaryFolder('paket-run-main-', async (folder) => {
    const args = ['-e', 'setInterval(() => {}, 1000)']
    const { pid, ended } = launch({ name: 'waits', file: process.execPath, args })
    console.log(pid + ' waits beside ' + folder + '.')
    await ended
  }))
`
it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s leaves no child and no temporary folder', async (signal) => {
  const { child, exitCode, waitForOutput, output } = startNode(['--input-type=module', '-e', command])
  await waitForOutput('.\n')
  const [, pid, folder = ''] = /(\d+) waits beside (\S+)\.\n/.exec(output()) ?? []
  expect([isRunning(Number(pid)), existsSync(folder)]).toEqual([true, true])
  child.kill(signal)
  expect(await exitCode).toBe(130)
  expect([isRunning(Number(pid)), existsSync(folder)]).toEqual([false, false])
})

it('says in one sentence what to do where nothing can be written', async () => {
  const script = `
    import { runMain } from ${JSON.stringify(join(root, 'scripts/run-main.ts'))}
    await runMain(async () => { throw Object.assign(new Error('EROFS: read-only file system, open'), { code: 'EROFS', path: '/src/web/dist' }) })
  `
  const { exitCode, output } = startNode(['--input-type=module', '-e', script])
  expect(await exitCode).toBe(1)
  expect(output()).toBe(
    '/src/web/dist cannot be written to (EROFS). Run this in a copy of the checkout that can be written to.\n',
  )
})
