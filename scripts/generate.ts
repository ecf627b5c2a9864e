import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { generate } from '../sdk/codegen/generate.ts'
import { parseOptions, runMain } from './run-main.ts'

const root = resolve(import.meta.dirname, '..')
const help = `npm run generate: generates the SDK's files from the contract.

  --check            write nothing; list stale files and exit with 1 if there are any
  --contract <dir>   the contract's folder (openapi)
  --out <dir>        the output folder (sdk/src/generated)
  --help`

/** Lists the files that differ from the generated ones: changed, missing, or no longer generated. */
async function staleFiles(directory: string, fresh: Map<string, string>): Promise<string[]> {
  const there = await readdir(directory).catch(() => [])
  const extra = there.filter((name) => !fresh.has(name))
  const differs = async (name: string, text: string) =>
    (await readFile(join(directory, name), 'utf8').catch(() => '')) !== text
  const changed = await Promise.all([...fresh].map(async ([name, text]) => ((await differs(name, text)) ? [name] : [])))
  return [...changed.flat(), ...extra].toSorted()
}

async function write(directory: string, fresh: Map<string, string>, stale: string[]) {
  await mkdir(directory, { recursive: true })
  for (const name of stale) {
    const text = fresh.get(name)
    await (text === undefined ? rm(join(directory, name)) : writeFile(join(directory, name), text))
  }
}

async function main() {
  const { values } = parseOptions(help, {
    check: { type: 'boolean', default: false },
    contract: { type: 'string', default: join(root, 'openapi') },
    out: { type: 'string', default: join(root, 'sdk/src/generated') },
  })
  const started = performance.now()
  const fresh = await generate(values.contract)
  const stale = await staleFiles(values.out, fresh)
  const took = `${((performance.now() - started) / 1000).toFixed(1)} s`
  if (stale.length === 0) return console.log(`Generated code is up to date (${fresh.size} files, ${took}).`)
  if (values.check) {
    console.error(`Stale, run npm run generate:\n${stale.map((name) => `  ${join(values.out, name)}`).join('\n')}`)
    process.exitCode = 1
    return
  }
  await write(values.out, fresh, stale)
  console.log(`Generated ${stale.length} of ${fresh.size} files (${took}).`)
}

await runMain(main, 'Generation failed: ')
