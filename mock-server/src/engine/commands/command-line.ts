import { stat, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { allowRefsHelp, type RefOptions } from '@paket/contract'
import { MIN_TOKEN_LENGTH } from '#engine/control/access.ts'
import { isLoopback } from '#engine/http/listen.ts'
import type { Mock } from '#engine/server.ts'
import { unknownName } from '#engine/nearest.ts'
import type { Product } from '#engine/product.ts'
import { messageOf } from '#engine/message-of.ts'
import { checkNewFile } from './new-file.ts'

const help = ({
  name,
}: Product) => `The mock of the ${name.en} contract. Prism behind a scenario engine, an identity provider, a payment page, a panel.

  --port <number>         the port to listen on; 0 picks a free one (4010; or PAKET_MOCK_PORT)
  --contract <path>       a folder with another version of the contract, or a file with any OpenAPI 3.0 or 3.1 description (openapi)
  --allow-refs <folder>   ${allowRefsHelp}
  --app-origin <origin>   the origin of the app, repeatable (http://localhost:5173)
  --host <address>        the address to listen on, 0.0.0.0 for all; /__mock then requires the token of PAKET_MOCK_TOKEN (loopback)
  --name <name>           a host name to accept besides localhost, repeatable
  --scenarios <folder>    more scenarios; one with the same name replaces ours
  --load <file>           start with a user's snapshot, or with a file of --state
  --state <file>          preserve users, clocks and content in this file across restarts
  --plain …               run Prism's own command (@stoplight/prism-cli, which you install) with its options, on the contract or any description
  --check                 list each example, code and scenario with its users; fails when one is unused or missing
  --record <file>         convert a recorded session (HAR or NDJSON, also gzipped) to a scenario; personal data is replaced
  --record-from <origin>  forward calls to a live backend and record them; PUT /__mock/scenarios/<name>, or --out at the end, saves the session as a scenario
  --out <file>            the scenario's file (<name of the recording>.yaml, in --scenarios or the current folder)
  --help`

function portOf(given: string | undefined): number {
  const text = given ?? (process.env['PAKET_MOCK_PORT'] || '4010')
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new Error(
      `${given === undefined ? 'PAKET_MOCK_PORT' : '--port'} must be a number from 0 to 65535, got ${text}.`,
    )
  return port
}
function originOf(text: string, option = '--app-origin'): string {
  if (!URL.canParse(text) || new URL(text).origin !== text)
    throw new Error(`${option} must be an origin such as http://localhost:5173, got ${text}.`)
  return text
}

function nameOf(text: string): string {
  const name = text.toLowerCase()
  if (!URL.canParse(`http://${name}`) || new URL(`http://${name}`).hostname !== name)
    throw new Error(`--name must be a name without a port, such as devbox.example, got ${text}.`)
  return name
}
/**
 * Returns the address to listen on, and the token for `/__mock`. The token is read from the environment, because other
 * users of the machine can read a command line.
 */
function addressOf(host: string | undefined): { host?: string; token?: string } {
  if (host === undefined) return {}
  if (host !== 'localhost' && isIP(host) === 0)
    throw new Error(`--host must be an address such as 0.0.0.0 or 192.168.1.20, got ${host}${adviceOn(host)}.`)
  if (isLoopback(host)) return { host }
  const token = process.env['PAKET_MOCK_TOKEN'] ?? ''
  if (token.length < MIN_TOKEN_LENGTH)
    throw new Error(
      `--host ${host} makes the mock reachable from the network: set PAKET_MOCK_TOKEN to a token of at least ${MIN_TOKEN_LENGTH} characters for /__mock (openssl rand -hex 16 makes one).`,
    )
  return { host, token }
}

/** Says how to write a host that is not an address; empty when that is unknown. */
function adviceOn(host: string): string {
  const text = `http://${host.replace(/^https?:\/\//, '')}`
  if (!URL.canParse(text)) return ''
  const { hostname, port } = new URL(text)
  const address = hostname.replaceAll(/[[\]]/g, '')
  return isIP(address) === 0
    ? `. To accept it as a host name, use --name ${address}`
    : `: write --host ${address}${port && ` --port ${port}`}`
}

const listenErrors: Record<string, (port: number) => string> = {
  EADDRINUSE: (port) =>
    `Port ${port} is in use: stop the program that listens there, or choose another port with --port.`,
  EACCES: (port) => `Port ${port} is not allowed for this user: choose another with --port, usually from 1024 on.`,
  EADDRNOTAVAIL: () => 'This machine does not have the address of --host: choose one of its own, or 0.0.0.0 for all.',
}

interface Running {
  origin: string
  close(): Promise<void>
}
/** Prints the greeting when started, and stops on SIGINT or SIGTERM. */
async function serve(port: number, starting: Promise<Running>, greeting: (origin: string) => string): Promise<void> {
  const running = await starting.catch((error: unknown) => {
    const why = error instanceof Error && 'code' in error ? listenErrors[String(error.code)] : undefined
    throw why === undefined ? error : new Error(why(port))
  })
  console.log(greeting(running.origin))
  const stop = async () => {
    await running.close().catch((error: unknown) => {
      console.error(messageOf(error))
      process.exitCode = 1
    })
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
}

/** Writes the recorded scenario and closes the mock. */
async function closeRecording(mock: Mock, out: string): Promise<void> {
  const { scenarioNameOf } = await import('./record-from.ts')
  const recording = await mock.recorded(scenarioNameOf(out)).catch((error: unknown) => {
    console.error(messageOf(error))
    return null
  })
  if (recording) await writeFile(out, recording.text, { flag: 'wx' })
  const written = recording ? `Written: ${out}. Read it before you share it.` : 'Nothing was recorded.'
  console.log([...(recording?.notes ?? []).map((note) => `  ${note}`), written].join('\n'))
  await mock.close()
}

/** Parses the options; throws an Error with the nearest known option. */
function parseOptions({ contractDir }: Product, args: string[]) {
  const options = {
    port: { type: 'string' },
    contract: { type: 'string', default: contractDir },
    'allow-refs': { type: 'string', multiple: true },
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
    help: { type: 'boolean', short: 'h', default: false },
  } satisfies ParseArgsOptionsConfig
  try {
    const { values } = parseArgs({ args, options })
    for (const [name, value] of Object.entries(values))
      if ([value].flat().includes('')) throw new Error(`--${name} must not be empty`)
    return values
  } catch (error) {
    const known = ['plain', ...Object.keys(options)].map((name) => `--${name}`)
    const message = messageOf(error)
    const [, unknown] = /^Unknown option '(--?[^'=]+)/.exec(message) ?? []
    const what = unknown === undefined ? message : unknownName('option', unknown, known)
    throw new Error(`${what} (--help lists the options)`, { cause: error })
  }
}

/** Checks that the folder has scenarios; a recording may write the first one. */
async function checkScenarios(folder: string): Promise<void> {
  const { filesIn } = await import('#engine/scenarios/load-scenarios.ts')
  if ((await filesIn(folder)).length === 0)
    throw new Error(`${folder} contains no scenario: its file would end in .yaml.`)
}

/** Runs `npm run mock` with its options; throws an Error with a message for the terminal. */
export async function runCommand(
  own: Product,
  anyProduct: (file: string, options: RefOptions) => Promise<Product>,
  args: string[] = process.argv.slice(2),
): Promise<void> {
  const [first, ...rest] = args
  if (first === '--plain') return (await import('./plain.ts')).plain(own.contractDir, rest)
  const values = parseOptions(own, args)
  if (values.help) return console.log(help(own))
  // A folder is a version of our contract, a file any description.
  const found = await stat(values.contract).catch(() => null)
  if (!found) throw new Error(`--contract ${values.contract}: there is no such file or folder.`)
  if (found.isDirectory() && values['allow-refs'] !== undefined)
    throw new Error(`--allow-refs is for a file of --contract, and ${values.contract} is a folder.`)
  const product = found.isDirectory() ? own : await anyProduct(values.contract, { allowRefs: values['allow-refs'] })
  const folders = {
    contractDir: values.contract,
    ...(values.scenarios !== undefined && { moreScenariosDir: values.scenarios }),
  }
  // Each command is imported when it is needed, so that a wrong option is reported at once.
  if (values.record !== undefined)
    return (await import('./record-from.ts')).recordFrom(product, values.record, folders, values.out)
  if (values.scenarios !== undefined) await checkScenarios(values.scenarios)
  if (values.check) return (await import('./check.ts')).check(product, folders)
  const port = portOf(values.port)
  const appOrigins = values['app-origin']?.map((origin) => originOf(origin))
  const names = values.name.map(nameOf)
  const address = addressOf(values.host)
  const { startServer } = await import('#engine/server.ts')
  const recordFrom = values['record-from'] === undefined ? null : originOf(values['record-from'], '--record-from')
  const { out } = values
  if (out !== undefined && recordFrom === null)
    throw new Error(`--out ${out} names the file of a recording: add --record <file> or --record-from <origin>.`)
  if (out !== undefined) checkNewFile(out)
  const starting = startServer(product, {
    port,
    ...folders,
    ...address,
    names,
    onViolation: (line) => console.log(line),
    ...(values.load !== undefined && { load: values.load }),
    ...(values.state !== undefined && { state: values.state }),
    ...(appOrigins && { appOrigins }),
    ...(recordFrom !== null && { recordFrom }),
  }).then((mock) => (out === undefined ? mock : { ...mock, close: () => closeRecording(mock, out) }))
  await serve(port, starting, (origin) => `The mock is at ${origin}; test users: ${origin}/__mock`)
}
