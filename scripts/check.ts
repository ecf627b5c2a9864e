import { join } from 'node:path'
import { availableParallelism } from 'node:os'
import { styleText } from 'node:util'
import { hashFiles, installed, keyOf, readPasses, writePasses } from './check-cache.ts'
import { type Command, inSeconds, nodeCommand, type RunResult, root, runToEnd } from './processes.ts'
import { parseOptions, runMain } from './run-main.ts'

const help = `npm run check: all fast checks, with advice on each failure.

A check that passed runs again only after a file that it reads, a tool or its command has changed. There is no time limit.

  --fix          first format, apply the linter's fixes, and update the import diagrams and e2e/places.json
  --all          also run checks that have passed with exactly these files
  --only <text>  run only checks whose name contains the text
  --help`
const PROGRESS_MS = 10_000

export interface Check {
  command: Command
  /** How to repeat or fix the check. */
  advice: string
  /** Matches the paths of the files that it reads; defaults to all. */
  reads?: RegExp
}
export interface CheckResult {
  name: string
  ok: boolean
}

const contracts = ['openapi/openapi.yaml', 'openapi/cms.yaml', 'openapi/flows.arazzo.yaml']
/** Excludes prose, data and pictures. */
const code = /^(?!.*\.(md|ya?ml|svg|png|woff2?)$)/

function tool(name: string, script: string, args: readonly string[], more: Omit<Check, 'command'>): Check {
  return { command: nodeCommand(name, join('node_modules', script), args), ...more }
}
/** Checks the types of code that the linter skips: generated code. */
const types = (project: string): Check =>
  tool(`types: ${project}`, '@typescript/native/bin/tsc', ['--pretty', '-p', project], {
    advice: `Repeat: npx tsc -p ${project}`,
    reads: code,
  })

const architectureTest = (name: string) => `tests/architecture/${name}.test.ts`

/** Slowest first, so that no slow check runs alone at the end. */
const allChecks: readonly Check[] = [
  tool('lint and types', 'oxlint/bin/oxlint', ['--type-check'], {
    advice: 'Fix style: npm run format; fix types by hand. Repeat: npx oxlint --type-check',
    reads: code,
  }),
  tool('unused code', 'knip/bin/knip.js', ['--no-config-hints'], { advice: 'Repeat: npx knip' }),
  {
    command: nodeCommand('generated code is up to date', 'scripts/generate.ts', ['--check']),
    advice: 'Fix: npm run generate, and commit sdk/src/generated',
    reads: /^(openapi|sdk|scripts)\/|^[^/]+\.json$/,
  },
  tool('contract lint', '@redocly/cli/bin/cli.js', ['lint', '--config', 'openapi/redocly.yaml', ...contracts], {
    advice: `Repeat: npx redocly lint --config openapi/redocly.yaml ${contracts.join(' ')}`,
    reads: /^openapi\//,
  }),
  types('sdk'),
  types('mock-server/panel'),
  tool(
    'imports and pictures',
    'vitest/vitest.mjs',
    ['run', '--maxWorkers=1', ...['imports', 'pictures', 'places'].map(architectureTest)],
    {
      advice: 'Fix: move an import that leads upwards; npm run format draws the pictures and writes e2e/places.json',
    },
  ),
  tool('format', 'oxfmt/bin/oxfmt', ['--check'], { advice: 'Fix: npm run format' }),
  {
    command: nodeCommand('cited requirements exist', 'scripts/requirements.ts', []),
    advice: 'Repeat: npm run requirements',
  },
]
const fixes: readonly Command[] = [
  tool('lint corrections', 'oxlint/bin/oxlint', ['--fix'], { advice: '' }).command,
  tool('pictures of imports', 'vitest/vitest.mjs', ['run', architectureTest('pictures'), '--update'], {
    advice: '',
  }).command,
  tool('formatting', 'oxfmt/bin/oxfmt', [], { advice: '' }).command,
]

function report({ command, advice }: Check, { ok, why, output, ms }: RunResult): void {
  const mark = ok ? styleText('green', '✓') : styleText('red', '✗')
  console.log(`${mark} ${command.name} ${styleText('dim', inSeconds(ms))}`)
  if (ok) return
  console.log(output.replace(/^/gm, '    '))
  console.log(`  ${styleText('bold', `${command.name} failed (${why}).`)} ${advice}\n`)
}

/** Runs a command and reports every ten seconds that it is still running. */
async function runPatiently(command: Command): Promise<RunResult> {
  const started = performance.now()
  const timer = setInterval(
    () => console.log(styleText('dim', `  ${command.name}: ${inSeconds(performance.now() - started)} so far`)),
    PROGRESS_MS,
  )
  const env = { FORCE_COLOR: process.stdout.isTTY ? '1' : '0', REDOCLY_TELEMETRY: 'off' }
  return runToEnd({ ...command, env }).finally(() => clearInterval(timer))
}

/** The checks to run, and the folder with the files. */
interface Scope {
  checks: readonly Check[]
  folder: string
}

/** Returns a function that computes a check's cache key; null when the installed tools are unknown. */
async function currentKeys(folder: string): Promise<(check: Check) => string | null> {
  const [files, tools] = await Promise.all([hashFiles(folder), installed(folder)])
  return ({ command, reads = /^/ }) => (tools === null ? null : keyOf(command, reads, files, tools))
}

/**
 * Runs checks, a few at a time, and reports each when it ends. Skips those that have passed with exactly these files.
 */
export async function runChecks(
  { only = '', isAll = false } = {},
  { checks, folder }: Scope = { checks: allChecks, folder: root },
): Promise<CheckResult[]> {
  const cache = join(folder, 'node_modules/.cache/paket-checks.json')
  const queue = checks.filter(({ command }) => command.name.includes(only))
  const results: CheckResult[] = []
  const [passes, keyBefore] = await Promise.all([readPasses(cache), currentKeys(folder)])
  const okByCheck = new Map<Check, boolean>()
  const runQueue = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { name } = next.command
      const key = keyBefore(next)
      if (!isAll && key !== null && passes[name] === key) {
        console.log(`${styleText('green', '✓')} ${name} ${styleText('dim', 'as before')}`)
        results.push({ name, ok: true })
        continue
      }
      const outcome = await runPatiently(next.command)
      report(next, outcome)
      results.push({ name, ok: outcome.ok })
      okByCheck.set(next, outcome.ok)
    }
  }
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, runQueue))
  // A file that was edited in the meantime may have been read before or after the edit, so such a pass is not cached.
  const keyAfter = await currentKeys(folder)
  const cached = { ...passes }
  for (const [check, ok] of okByCheck) {
    const key = keyBefore(check)
    delete cached[check.command.name]
    if (ok && key !== null && key === keyAfter(check)) cached[check.command.name] = key
  }
  if (okByCheck.size > 0)
    await writePasses(cache, cached).catch(({ message }: Error) =>
      console.log(`\nThe passes could not be stored, so every check will run again: ${message}`),
    )
  return results
}

async function main() {
  const { values } = parseOptions(help, {
    fix: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  })
  if (values.fix) for (const command of fixes) await runToEnd(command)
  const started = performance.now()
  const results = await runChecks({ only: values.only, isAll: values.all })
  const failed = results.filter(({ ok }) => !ok)
  const duration = inSeconds(performance.now() - started)
  if (results.length === 0) console.error(`No check has “${values.only}” in its name.`)
  else if (failed.length === 0) console.log(`\nAll ${results.length} checks passed (${duration}).`)
  else
    console.log(
      `\n${failed.length} of ${results.length} checks failed (${duration}): ${failed.map(({ name }) => name).join(', ')}.`,
    )
  if (failed.length > 0 || results.length === 0) process.exitCode = 1
}

if (import.meta.main) await runMain(main)
