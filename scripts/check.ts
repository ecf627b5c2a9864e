import { join } from 'node:path'
import { availableParallelism } from 'node:os'
import { parseArgs, styleText } from 'node:util'
import { hashFiles, installed, keyOf, readPasses, writePasses } from './check-cache.ts'
import { type Command, inSeconds, nodeCommand, onStop, type Outcome, root, runToEnd, stopAll } from './processes.ts'

const help = `npm run check: everything quick that must hold; says what to do about what does not.

A check that passed is not run again until a file that it reads, a tool or its own command has changed. None has a limit of time.

  --fix          first formats, corrects what the linter can correct, draws the pictures of imports
  --all          runs those, too, that have passed with just these files
  --only <text>  only the checks whose name has this text in it
  --help`
const PROGRESS_MS = 10_000

export interface Check {
  command: Command
  /** What a person types to repeat or to mend it. */
  advice: string
  /** The files that it reads, by their paths in the repository; all where it does not say. */
  reads?: RegExp
}
export interface CheckResult {
  name: string
  ok: boolean
}

const contracts = ['openapi/openapi.yaml', 'openapi/cms.yaml', 'openapi/flows.arazzo.yaml']
/** Neither prose nor data nor pictures. */
const code = /^(?!.*\.(md|ya?ml|svg|png|woff2?)$)/

function tool(name: string, script: string, args: readonly string[], more: Omit<Check, 'command'>): Check {
  return { command: nodeCommand(name, join('node_modules', script), args), ...more }
}
/** What the linter does not look at: generated code, and flows, which are checked once more without a browser's types. */
const types = (project: string): Check =>
  tool(`types: ${project}`, '@typescript/native/bin/tsc', ['--pretty', '-p', project], {
    advice: `Repeat: npx tsc -p ${project}`,
    reads: code,
  })

/** The slowest first, so that none of them is waited for alone. */
const ours: readonly Check[] = [
  tool('lint and types', 'oxlint/bin/oxlint', ['--type-check'], {
    advice: 'Mend: npm run format; repeat: npx oxlint --type-check',
    reads: code,
  }),
  tool('unused code', 'knip/bin/knip.js', ['--no-config-hints'], { advice: 'Repeat: npx knip' }),
  {
    command: nodeCommand('generated code is up to date', 'scripts/generate.ts', ['--check']),
    advice: 'Mend: npm run generate, and commit sdk/src/generated',
    reads: /^(openapi|sdk|scripts)\/|^[^/]+\.json$/,
  },
  tool('contract lint', '@redocly/cli/bin/cli.js', ['lint', '--config', 'openapi/redocly.yaml', ...contracts], {
    advice: `Repeat: npx redocly lint --config openapi/redocly.yaml ${contracts.join(' ')}`,
    reads: /^openapi\//,
  }),
  types('sdk'),
  types('web/tsconfig.flows.json'),
  types('mock-server/panel'),
  tool('format', 'oxfmt/bin/oxfmt', ['--check'], { advice: 'Mend: npm run format' }),
  {
    command: nodeCommand('cited requirements exist', 'scripts/requirements.ts', []),
    advice: 'Repeat: npm run requirements',
  },
]
const fixes: readonly Command[] = [
  tool('lint corrections', 'oxlint/bin/oxlint', ['--fix'], { advice: '' }).command,
  tool('pictures of imports', 'vitest/vitest.mjs', ['run', 'tests/architecture/pictures.test.ts', '--update'], {
    advice: '',
  }).command,
  tool('formatting', 'oxfmt/bin/oxfmt', [], { advice: '' }).command,
]

function report({ command, advice }: Check, { ok, why, output, ms }: Outcome): void {
  const mark = ok ? styleText('green', '✓') : styleText('red', '✗')
  console.log(`${mark} ${command.name} ${styleText('dim', inSeconds(ms))}`)
  if (ok) return
  console.log(output.replace(/^/gm, '    '))
  console.log(`  ${styleText('bold', `${command.name} failed (${why}).`)} ${advice}\n`)
}

/** Runs a command, and says every ten seconds that it is still running. */
async function runPatiently(command: Command): Promise<Outcome> {
  const started = performance.now()
  const timer = setInterval(
    () => console.log(styleText('dim', `  ${command.name}: ${inSeconds(performance.now() - started)} so far`)),
    PROGRESS_MS,
  )
  const env = { FORCE_COLOR: process.stdout.isTTY ? '1' : '0', REDOCLY_TELEMETRY: 'off' }
  return runToEnd({ ...command, env }).finally(() => clearInterval(timer))
}

/** Which checks are run, over which files. */
interface Scope {
  checks: readonly Check[]
  folder: string
}

/** The key that the outcome of a check is cached under; null when the installed tools are unknown. */
async function keysOfNow(folder: string): Promise<(check: Check) => string | null> {
  const [files, tools] = await Promise.all([hashFiles(folder), installed(folder)])
  return ({ command, reads = /^/ }) => (tools === null ? null : keyOf(command, reads, files, tools))
}

/** Runs checks, a few at a time, and reports each as it ends. What has passed with just these files is not run again. */
export async function runChecks(
  { only = '', isAll = false } = {},
  { checks, folder }: Scope = { checks: ours, folder: root },
): Promise<CheckResult[]> {
  const cache = join(folder, 'node_modules/.cache/paket-checks.json')
  const waiting = checks.filter(({ command }) => command.name.includes(only))
  const results: CheckResult[] = []
  const [passes, before] = await Promise.all([readPasses(cache), keysOfNow(folder)])
  const ran = new Map<Check, boolean>()
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name } = next.command
      const key = before(next)
      if (!isAll && key !== null && passes[name] === key) {
        console.log(`${styleText('green', '✓')} ${name} ${styleText('dim', 'as before')}`)
        results.push({ name, ok: true })
        continue
      }
      const outcome = await runPatiently(next.command)
      report(next, outcome)
      results.push({ name, ok: outcome.ok })
      ran.set(next, outcome.ok)
    }
  }
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work))
  // A file that was edited meanwhile may have been read before or after: such a pass is not cached.
  const after = await keysOfNow(folder)
  const cached = { ...passes }
  for (const [check, ok] of ran) {
    const key = before(check)
    delete cached[check.command.name]
    if (ok && key !== null && key === after(check)) cached[check.command.name] = key
  }
  if (ran.size > 0) await writePasses(cache, cached)
  return results
}

async function main() {
  const { values } = parseArgs({
    options: {
      fix: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  onStop(() => void stopAll().then(() => process.exit(130)))
  if (values.fix) for (const command of fixes) await runToEnd(command)
  const started = performance.now()
  const results = await runChecks({ only: values.only, isAll: values.all })
  const failed = results.filter(({ ok }) => !ok)
  const took = inSeconds(performance.now() - started)
  if (results.length === 0) console.error(`No check has “${values.only}” in its name.`)
  else if (failed.length === 0) console.log(`\nAll ${results.length} checks passed (${took}).`)
  else
    console.log(
      `\n${failed.length} of ${results.length} checks failed (${took}): ${failed.map(({ name }) => name).join(', ')}.`,
    )
  if (failed.length > 0 || results.length === 0) process.exitCode = 1
}

if (import.meta.main) await main()
