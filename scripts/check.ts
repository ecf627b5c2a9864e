import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { availableParallelism } from 'node:os'
import { parseArgs, styleText } from 'node:util'
import { type Command, inSeconds, nodeCommand, onStop, type Outcome, root, runToEnd, stopAll } from './processes.ts'

const help = `npm run check: everything quick that must hold; says what to do about what does not.

  --fix          first formats, corrects what the linter can correct, draws the pictures of imports
  --only <text>  only the checks whose name has this text in it
  --help`
const CHECK_TIMEOUT_MS = 120_000

interface Check {
  command: Command
  /** What a person types to repeat or to mend it. */
  advice: string
}
export interface CheckResult {
  name: string
  ok: boolean
}

const projects = ['sdk', 'web', 'mock-server', 'scripts', 'tests', 'e2e']
const contracts = ['openapi/openapi.yaml', 'openapi/cms.yaml', 'openapi/flows.arazzo.yaml']
const compiler = 'node_modules/@typescript/native/bin/tsc'

function types(project: string): Check {
  const advice = `Repeat: npx tsc -p ${project}`
  return { command: nodeCommand(`types: ${project}`, compiler, ['--pretty', '-p', project]), advice }
}

function installed(name: string, script: string, args: readonly string[], advice: string): Check {
  return { command: nodeCommand(name, join('node_modules', script), args), advice }
}

/** The slowest first, so that none of them is waited for alone. */
const checks: readonly Check[] = [
  installed('lint', 'oxlint/bin/oxlint', [], 'Mend: npm run format; repeat: npx oxlint'),
  types('tests'),
  {
    command: nodeCommand('generated code is up to date', 'scripts/generate.ts', ['--check']),
    advice: 'Mend: npm run generate, and commit sdk/src/generated',
  },
  installed('unused code', 'knip/bin/knip.js', ['--no-config-hints'], 'Repeat: npx knip'),
  ...projects.filter((project) => project !== 'tests' && existsSync(join(root, project))).map(types),
  installed(
    'contract lint',
    '@redocly/cli/bin/cli.js',
    ['lint', '--config', 'openapi/redocly.yaml', ...contracts],
    `Repeat: npx redocly lint --config openapi/redocly.yaml ${contracts.join(' ')}`,
  ),
  {
    command: nodeCommand('cited requirements exist', 'scripts/requirements.ts', []),
    advice: 'Repeat: npm run requirements',
  },
  installed('format', 'oxfmt/bin/oxfmt', ['--check'], 'Mend: npm run format'),
]
const fixes: readonly Check[] = [
  installed('lint corrections', 'oxlint/bin/oxlint', ['--fix'], ''),
  installed('pictures of imports', 'vitest/vitest.mjs', ['run', 'tests/architecture/pictures.test.ts', '--update'], ''),
  installed('formatting', 'oxfmt/bin/oxfmt', [], ''),
]

function report({ command, advice }: Check, { ok, why, output, ms }: Outcome): void {
  const mark = ok ? styleText('green', '✓') : styleText('red', '✗')
  console.log(`${mark} ${command.name} ${styleText('dim', inSeconds(ms))}`)
  if (ok) return
  console.log(output.replace(/^/gm, '    '))
  console.log(`  ${styleText('bold', `${command.name} failed (${why}).`)} ${advice}\n`)
}

/** Runs checks, a few at a time, and reports each as it ends. */
export async function runChecks(only = ''): Promise<CheckResult[]> {
  const waiting = checks.filter(({ command }) => command.name.includes(only))
  const results: CheckResult[] = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const env = { FORCE_COLOR: process.stdout.isTTY ? '1' : '0', REDOCLY_TELEMETRY: 'off' }
      const outcome = await runToEnd({ ...next.command, env }, CHECK_TIMEOUT_MS)
      report(next, outcome)
      results.push({ name: next.command.name, ok: outcome.ok })
    }
  }
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work))
  return results
}

async function main() {
  const { values } = parseArgs({
    options: {
      fix: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  onStop(() => void stopAll().then(() => process.exit(130)))
  if (values.fix) for (const { command } of fixes) await runToEnd(command, CHECK_TIMEOUT_MS)
  const started = performance.now()
  const results = await runChecks(values.only)
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
