import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../support.ts'

const bookstore = join(root, 'tests/support/bookstore.yaml')

it.each([[['--help']], [['spec', bookstore, '--contract', bookstore]]])(
  '%j, whose reader has gone as `head` does, ends with the code of the check and without a stack',
  { timeout: 60_000 },
  async (args) => {
    const child = spawn(process.execPath, [join(root, 'scripts/drift/cli/bin.ts'), ...args])
    let err = ''
    child.stderr.on('data', (more: Buffer) => (err += more.toString()))
    child.stdout.destroy()
    const code = await new Promise((done) => child.on('close', done))
    expect({ code, err }).toEqual({ code: 0, err: '' })
  },
)
