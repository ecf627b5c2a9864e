import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { areaNames, areas, globsToMutate, isAreaName } from './mutants/areas.ts'
import { type MutationReport, percent, scores, survivors, timeouts } from './mutants/report.ts'
import { installOwnPackages } from './own-packages.ts'
import { launch, nodeCommand, onStop, root, stopAll } from './processes.ts'
import { parseOptions, runMain } from './run-main.ts'

const LOWEST_SCORE = 90
const help = `npm run mutants -- <area>: mutation testing with Stryker. Changes the code of an area in one place at a time and runs the tests
that cover it. A mutant that survives shows code that no test verifies.

Areas: ${areaNames.join(', ')} (scripts/mutants/areas.ts).

  --mutate <files>  only these files of the area, as comma-separated globs; of a file, only lines 5 to 9: file.ts:5-9
  --all             run all mutants. By default only those run whose code, or a test that covers it, has changed since the last run.
                    Needed after a change of tests for code that runs at import time, such as tables
  --jobs <n>        the number of parallel runs (1)
  --help

Prints the survivors and each file's score. Exits with 1 when fewer than ${LOWEST_SCORE} % of mutants are killed. After Ctrl-C the next run
continues with the results so far.`

const folder = join(root, 'scripts/mutants')

/** Removes the copies that Stryker works in and leaves behind when it is stopped. */
const removeCopies = () => rm(join(root, '.cache/mutants/trees'), { recursive: true, force: true })

async function report(file: string): Promise<boolean> {
  const mutationReport = JSON.parse(await readFile(file, 'utf8')) as MutationReport
  const alive = survivors(mutationReport)
  for (const { file: at, line, was, is, isUncovered } of alive)
    console.log(`${at}:${line}${isUncovered ? '  no test runs it' : ''}\n- ${was}\n+ ${is}\n`)
  const parts = scores(mutationReport)
  for (const part of parts)
    console.log(`${percent([part]).toFixed(1).padStart(5)} %  ${String(part.total).padStart(4)}  ${part.file}`)
  const score = percent(parts)
  const counts = `ended by the time limit: ${timeouts(mutationReport)}; survivors: ${alive.length}`
  console.log(`\n${score.toFixed(1)} % of mutants killed; ${counts}.`)
  return score >= LOWEST_SCORE
}

async function main(): Promise<void> {
  const { values, positionals } = parseOptions(
    help,
    {
      mutate: { type: 'string' },
      all: { type: 'boolean', default: false },
      jobs: { type: 'string', default: '1' },
    },
    { allowPositionals: true },
  )
  const [name, ...more] = positionals
  if (!isAreaName(name) || more.length > 0) throw new Error(`Give one area: ${areaNames.join(', ')}.`)
  onStop(
    () =>
      void stopAll()
        .then(removeCopies)
        .then(() => process.exit(130)),
  )
  await installOwnPackages(folder)
  const results = `.cache/mutants/${name}.json`
  const options = ['--concurrency', values.jobs, '--incrementalFile', results, ...(values.all ? ['--force'] : [])]
  const mutate = ['--mutate', globsToMutate(areas[name], values.mutate).join(',')]
  const stryker = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const command = nodeCommand('Stryker', stryker, ['run', 'scripts/mutants/stryker.json', ...mutate, ...options])
  // Neither UTC nor Moscow time, so that use of the machine's time zone is noticed.
  const env = { PAKET_MUTANTS_AREA: name, TZ: 'Asia/Vladivostok' }
  const { code } = await launch({ ...command, env, onLine: 'inherit' }).ended
  await removeCopies()
  if (code !== 0) throw new Error('Stryker could not finish its run.')
  if (!(await report(join(root, results)))) process.exitCode = 1
}

await runMain(main)
