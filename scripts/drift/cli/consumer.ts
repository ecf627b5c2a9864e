import { basename, dirname, resolve } from 'node:path'
import { allowRefsHelp } from '@paket/contract'
import { contractNamesAt } from '../consumers/contract-names.ts'
import { manifestOf } from '../consumers/code-base.ts'
import { CannotCheck } from '../report/cannot-check.ts'
import { otherKind } from '../report/kind-of-file.ts'
import { readText } from '../report/read-text.ts'
import type { Io } from './io.ts'
import { parseArguments } from './options.ts'
import { writeFileTo } from './write-file.ts'
import { ownContract } from '../description/contract-file.ts'

export const consumerHelp = `drift consumer <tsconfig>: lists what a code base uses of the contract: calls, handled failures, fields that it reads and sends. The TypeScript
checker finds them by the types of the SDK. drift spec and drift changes read the list with --consumers, and report whom a change breaks.

The list has names of the contract, file paths and lines, and no values. TypeScript 5 or 6 must be installed beside drift.

  --name <name>         the name of the consumer (default: the folder of the tsconfig)
  --output <file>       write the list into a file instead of the terminal
  --contract <place>    another contract than the one in the package (a folder or a file)
  --allow-refs <folder> ${allowRefsHelp}
  --help`

export async function writeConsumer(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    name: { type: 'string' },
    output: { type: 'string', short: 'o' },
    contract: { type: 'string' },
    'allow-refs': { type: 'string', multiple: true },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values['help'] === true) return (io.stdout.write(`${consumerHelp}\n`), 0)
  const [place, ...more] = positionals
  if (place === undefined || more.length > 0) throw new CannotCheck('One tsconfig is needed: drift consumer <tsconfig>')
  const tsconfig = resolve(place)
  await refuseOther(place)
  const name = (values['name'] as string | undefined) ?? basename(dirname(tsconfig))
  const names = await contractNamesAt((values['contract'] as string | undefined) ?? ownContract, {
    allowRefs: values['allow-refs'] as string[] | undefined,
  })
  const manifest = await manifestOf(tsconfig, name, names)
  if (Object.keys(manifest.calls).length === 0)
    throw new CannotCheck(
      `No call of the contract is used in what ${place} names. Is the SDK installed, and does it compile there?`,
    )
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  const out = values['output'] as string | undefined
  if (out === undefined) return (io.stdout.write(text), 0)
  await writeFileTo(out, text)
  return 0
}
/** Throws `CannotCheck` when a file is no tsconfig. */
async function refuseOther(place: string): Promise<void> {
  const text = await readText(place)
  const other = otherKind(text, 'drift consumer') ?? (/^\s*[{/]/.test(text) ? null : 'it does not begin with {')
  if (other !== null) throw new CannotCheck(`${place} is no tsconfig: ${other}`)
}
