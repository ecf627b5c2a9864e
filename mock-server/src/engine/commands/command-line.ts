import { existsSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { basename, dirname, resolve } from 'node:path'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { SHORTEST_TOKEN } from '#engine/control/access.ts'
import { isLoopback } from '#engine/http/listen.ts'
import type { Mock } from '#engine/server.ts'
import { unknownName } from '#engine/nearest.ts'
import type { Product } from '#engine/product.ts'

const help = ({
  name,
}: Product) => `The mock of the ${name.en} contract. Prism behind a scenario engine, an identity provider, a payment page, a panel.

  --port <number>         where it listens (4010)
  --contract <path>       a folder with another state of the contract, or a file with any OpenAPI 3.0 or 3.1 description (openapi)
  --app-origin <origin>   where the app runs, can be given more than once (http://localhost:5173)
  --host <address>        listens there, 0.0.0.0 for every address; /__mock then takes the token of PAKET_MOCK_TOKEN (this machine alone)
  --name <name>           a name of this machine that it answers to beside localhost, can be given more than once
  --scenarios <folder>    further scenarios; one with the name of ours replaces it
  --load <file>           starts with a user's snapshot, or with what --state has written
  --state <file>          keeps users, clocks and content there, over restarts
  --plain …               Prism's own command (@stoplight/prism-cli, installed beside) on the contract or on any description, with its options
  --check                 lists each example, code and scenario with who uses it; fails when one is unused or missing
  --record <file>         makes a scenario of a recorded session (HAR, NDJSON, gzipped or not), personal data replaced
  --record-from <origin>  a live backend answers the calls; its session becomes a scenario, personal data replaced, by PUT /__mock/scenarios/<name> or in --out at the end
  --out <file>            where that goes (<name of the HAR>.yaml, in --scenarios or here)
  --help`

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`--port must be a number from 0 to 65535, got ${text}.`)
  return port
}
function originOf(text: string, option = '--app-origin'): string {
  if (!URL.canParse(text) || new URL(text).origin !== text)
    throw new Error(`${option} must be an origin as http://localhost:5173, got ${text}.`)
  return text
}

function nameOf(text: string): string {
  const name = text.toLowerCase()
  if (!URL.canParse(`http://${name}`) || new URL(`http://${name}`).hostname !== name)
    throw new Error(`--name must be a name without a port, as devbox.example, got ${text}.`)
  return name
}
/** Where it listens, and the token that the controls take there; the environment has it, since a command line can be read by others. */
function addressOf(host: string | undefined): { host?: string; token?: string } {
  if (host === undefined) return {}
  if (host !== 'localhost' && isIP(host) === 0)
    throw new Error(
      `--host must be an address, as 0.0.0.0 or 192.168.1.20, got ${host}. A name that it answers to: --name ${host}.`,
    )
  if (isLoopback(host)) return { host }
  const token = process.env['PAKET_MOCK_TOKEN'] ?? ''
  if (token.length < SHORTEST_TOKEN)
    throw new Error(
      `--host ${host} lets others of the network in: set PAKET_MOCK_TOKEN to a token of ${SHORTEST_TOKEN} characters or more, which /__mock takes then (openssl rand -hex 16 makes one).`,
    )
  return { host, token }
}

interface Running {
  origin: string
  close(): Promise<void>
}
/** Says where it is, and stops when it is asked to. */
async function serve(port: number, starting: Promise<Running>, greeting: (origin: string) => string): Promise<void> {
  const running = await starting.catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new Error(`Port ${port} is taken: stop what listens there, or choose another with --port.`)
  })
  console.log(greeting(running.origin))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void running.close().then(() => process.exit(0)))
}

/** Writes what was recorded, and stops. */
async function closeRecording(mock: Mock, out: string): Promise<void> {
  const recording = await mock.recorded(scenarioNameOf(out)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    return null
  })
  if (recording) await writeFile(out, recording.text, { flag: 'wx' })
  const written = recording ? `Written: ${out}. Read it before you share it.` : 'Nothing was recorded.'
  console.log([...(recording?.notes ?? []).map((note) => `  ${note}`), written].join('\n'))
  await mock.close()
}
const scenarioNameOf = (file: string) =>
  basename(file)
    .replace(/\.ya?ml$/i, '')
    .replaceAll(/[^\w-]+/g, '-')

/** What is typed; an Error names what is not known, and what is like it. */
function given({ contractDir }: Product, args: string[]) {
  const options = {
    port: { type: 'string', default: '4010' },
    contract: { type: 'string', default: contractDir },
    'app-origin': { type: 'string', multiple: true },
    host: { type: 'string' },
    name: { type: 'string', multiple: true, default: [] },
    scenarios: { type: 'string' },
    load: { type: 'string' },
    state: { type: 'string' },
    check: { type: 'boolean', default: false },
    record: { type: 'string' },
    'record-from': { type: 'string' },
    out: { type: 'string' },
    help: { type: 'boolean', default: false },
  } satisfies ParseArgsOptionsConfig
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    const known = ['plain', ...Object.keys(options)].map((name) => `--${name}`)
    const message = error instanceof Error ? error.message : String(error)
    const [, unknown] = /^Unknown option '(--?[^'=]+)/.exec(message) ?? []
    const what = unknown === undefined ? message : unknownName('option', unknown, known)
    throw new Error(`${what} (--help lists the options)`, { cause: error })
  }
}

/** A file that is written at the end: that it cannot be is said at the start. */
function checkOut(out: string, recordFrom: string | undefined): void {
  if (recordFrom === undefined)
    throw new Error(`--out ${out} is where a recording goes: give --record <file> or --record-from <origin> with it.`)
  if (existsSync(out)) throw new Error(`${out} is there already: choose another file with --out.`)
  if (!existsSync(dirname(resolve(out))))
    throw new Error(`There is no folder ${dirname(resolve(out))} for --out ${out}.`)
}

/** What `npm run mock` does, by its options; throws an Error in words. */
export async function runCommand(
  own: Product,
  anyProduct: (file: string) => Promise<Product>,
  args: string[] = process.argv.slice(2),
): Promise<void> {
  const [first, ...rest] = args
  if (first === '--plain') return (await import('./plain.ts')).plain(own.contractDir, rest)
  const values = given(own, args)
  if (values.help) return console.log(help(own))
  // A folder is another state of our contract, a file anybody's.
  const isFile = (await stat(values.contract).catch(() => null))?.isFile() === true
  const product = isFile ? await anyProduct(values.contract) : own
  const folders = {
    contractDir: values.contract,
    ...(values.scenarios !== undefined && { moreScenariosDir: values.scenarios }),
  }
  // Each command loads what it needs: a wrong option is reported at once.
  if (values.check) return (await import('./check.ts')).check(product, folders)
  if (values.record !== undefined)
    return (await import('./record-from.ts')).recordFrom(product, values.record, folders, values.out)
  const port = portOf(values.port)
  const appOrigins = values['app-origin']?.map((origin) => originOf(origin))
  const names = values.name.map(nameOf)
  const address = addressOf(values.host)
  const { startServer } = await import('#engine/server.ts')
  const recordFrom = values['record-from'] === undefined ? null : originOf(values['record-from'], '--record-from')
  const { out } = values
  if (out !== undefined) checkOut(out, values['record-from'])
  const starting = startServer(product, {
    port,
    ...folders,
    ...address,
    names,
    ...(values.load !== undefined && { load: values.load }),
    ...(values.state !== undefined && { state: values.state }),
    ...(appOrigins && { appOrigins }),
    ...(recordFrom !== null && { recordFrom }),
  }).then((mock) => (out === undefined ? mock : { ...mock, close: () => closeRecording(mock, out) }))
  await serve(port, starting, (origin) => `The mock is at ${origin}; its test users at ${origin}/__mock`)
}
