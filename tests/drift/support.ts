import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { bundle, createConfig } from '@redocly/openapi-core'
import { main } from '#drift/cli/main.ts'
import { type Description, describe as read } from '#drift/description/description.ts'
import { type Finding, grouped } from '#drift/report/finding.ts'
import { compareSpec } from '#drift/compare/compare-spec.ts'
import { expectationsOf } from '#drift/traffic/expectations.ts'
import { Traffic } from '#drift/traffic/traffic.ts'
import { Bundle, type Json } from './compare/mutations.ts'

export const root = resolve(import.meta.dirname, '../..')
export const contractFile = join(root, 'openapi/openapi.yaml')

/** Returns a new copy of the bundled contract. */
const text = JSON.stringify((await bundle({ ref: contractFile, config: await createConfig() })).bundle.parsed)
export const contract = () => new Bundle(JSON.parse(text) as Json)

export { folderOfFile } from '#support/folders.ts'
const ours = read(contractFile)
/** Returns the findings of `drift spec` for a file. */
export async function driftOf(place: string, contractPlace?: string): Promise<Finding[]> {
  const own = contractPlace === undefined ? await ours : await read(contractPlace)
  return driftBetween(own, await read(place))
}
export const driftBetween = (own: Description, other: Description): Finding[] => grouped(compareSpec(own, other).found)
/** Returns the text of each finding and both places, for snapshots. */
export const sentencesOf = (findings: readonly Finding[]): string =>
  findings
    .map(({ rule, severity, subject, says, ours: own, theirs }) =>
      [`${rule} (${severity}) ${subject}`, says, `ours ${own?.pointer}`, `theirs ${theirs?.pointer}`].join('\n  '),
    )
    .join('\n')

const expectations = ours.then((description) => expectationsOf(description))
/** Returns a `Traffic` for the contract, which is read once per test file. */
export const newTraffic = async () => new Traffic(await ours, await expectations)

export interface CommandResult {
  code: number
  out: string
  err: string
}
interface RunOptions {
  cwd?: string
  env?: Record<string, string>
  input?: string | Buffer | Readable
  /** Called with everything that was written to standard error so far. */
  onError?: (text: string, stop: () => void) => void
}
/** Runs a command in this process, with the streams and the environment of the test. */
export async function drift(args: readonly string[], options: RunOptions = {}): Promise<CommandResult> {
  const { cwd, env = {}, input = '', onError } = options
  let [out, err] = ['', '']
  const { promise, resolve: stop } = Promise.withResolvers<void>()
  const before = process.cwd()
  if (cwd !== undefined) process.chdir(cwd)
  try {
    const code = await main(args, {
      stdin: input instanceof Readable ? input : Readable.from([Buffer.from(input)]),
      stdout: { write: (more) => (out += more) },
      stderr: {
        write: (more) => {
          err += more
          onError?.(err, stop)
        },
      },
      env,
      stopped: () => promise,
    })
    return { code, out, err }
  } finally {
    process.chdir(before)
  }
}
