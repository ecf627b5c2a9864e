import { resolve } from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { allowRefsHelp } from '@paket/contract'
import { CannotCheck, messageOf } from '../report/cannot-check.ts'
import { didYouMean } from './did-you-mean.ts'
import { severities, type Severity } from '../rules/severity.ts'
import { ownContract } from '../description/contract-file.ts'
import { type Format, formats } from '../report/formats.ts'

/** Options of all checks. */
export const sharedOptions = {
  contract: { type: 'string' },
  format: { type: 'string', default: 'text' },
  output: { type: 'string', short: 'o' },
  ignore: { type: 'string' },
  baseline: { type: 'string' },
  history: { type: 'string' },
  'fail-on': { type: 'string', default: 'breaking' },
  notes: { type: 'boolean', default: false },
  coverage: { type: 'boolean', default: false },
  comment: { type: 'boolean', default: false },
  'allow-remote': { type: 'boolean', default: false },
  'allow-refs': { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h', default: false },
} as const
export const commonHelp = `  --format text|json|junit|sarif|markdown|html|github
  --output <file>       write the report into a file instead of the terminal
  --comment             in a pipeline of GitLab or GitHub: also write the report into one comment of the merge or pull request
  --notes               show every note, instead of one line per rule (text)
  --coverage            show the whole coverage and what the contract only assumes, instead of a summary (text)
  --fail-on breaking|risky|note   the least severity that makes it exit with 1 (breaking)
  --ignore <file>       accepted findings: a YAML list of { id, reason, until, owner } (default: drift-ignore.yaml, if it exists)
  --baseline <file>     an earlier report (--format json): only findings that it does not have count
  --history <file>      an NDJSON file with the day on which each finding appeared; it is updated
  --contract <place>    another contract than the one in the package (a folder or a file)
  --allow-remote        follow references to other hosts
  --allow-refs <folder> ${allowRefsHelp}
  --help

The exit code is 0 when both sides agree, 1 when they differ, 2 when the check could not run.`

type Options = NonNullable<ParseArgsConfig['options']>
export interface Common {
  contract: string
  format: Format
  failOn: Severity
  allowRemote: boolean
  allowRefs: readonly string[]
  allNotes: boolean
  allCoverage: boolean
  /** Whether the report also goes into a comment on the merge request or pull request. */
  comments: boolean
  output: string | undefined
  ignore: string | undefined
  baseline: string | undefined
  history: string | undefined
  /** Files given with `--consumers`. */
  consumers: readonly string[]
}
/** Parses the command line of a check; null for `--help`. Throws `CannotCheck` when an option is not valid. */
export function parseOptions(args: readonly string[], more: Options) {
  const { values, positionals } = parseArguments(listed(args), { ...sharedOptions, ...more })
  if (values['help'] === true) return null
  const text = (name: string) => values[name] as string | undefined
  const format = oneOf('--format', text('format'), formats)
  const failOn = oneOf('--fail-on', text('fail-on'), severities)
  const result = {
    contract: text('contract') ?? ownContract,
    format,
    failOn,
    allowRemote: values['allow-remote'] === true,
    allowRefs: (values['allow-refs'] ?? []) as string[],
    allNotes: values['notes'] === true,
    allCoverage: values['coverage'] === true,
    comments: values['comment'] === true,
    output: text('output'),
    ignore: text('ignore'),
    baseline: text('baseline'),
    history: text('history'),
    consumers: (values['consumers'] ?? []) as string[],
  }
  refuseInputs(result.output, [
    ...positionals,
    ...result.consumers,
    result.contract,
    result.ignore,
    result.baseline,
    result.history,
    text('service'),
  ])
  return {
    common: result satisfies Common,
    values: values as Record<string, string | boolean | string[] | undefined>,
    places: positionals,
  }
}
/** Parses a command line. Throws `CannotCheck` when it is not valid. */
export function parseArguments(args: readonly string[], options: Options) {
  const parsed = parsedBy(args, options)
  const { values, positionals } = parsed
  const [name] = Object.entries(values).find(([, value]) => [value].flat().includes('')) ?? []
  if (name !== undefined || positionals.includes(''))
    throw new CannotCheck(`${name === undefined ? 'an argument' : `--${name}`} is empty: is its variable set?`)
  return parsed
}
function parsedBy(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    const [what = ''] = messageOf(error).split(/\.\s/)
    const [, unknown] = /^Unknown option '(--[^']+)'/.exec(what) ?? []
    const near =
      unknown === undefined
        ? ''
        : didYouMean(
            unknown,
            Object.keys(options).map((name) => `--${name}`),
          )
    throw new CannotCheck(
      `${what.replace('argument is ambiguous', 'needs a value: write one that begins with - behind a =')}${near || ';'} --help lists the options`,
    )
  }
}
/** Refuses to overwrite an input file. */
function refuseInputs(output: string | undefined, inputs: readonly (string | undefined)[]): void {
  if (output !== undefined && inputs.some((input) => input !== undefined && resolve(input) === resolve(output)))
    throw new CannotCheck(`--output ${output} is a file that is read here: choose another name for the report`)
}
/** Splits `--consumers a.json b.json`, as a shell expands `*.json`, into one option per file. */
function listed(args: readonly string[]): string[] {
  let isList = false
  return args.flatMap((each, at) => {
    if (each.startsWith('-')) isList = each === '--consumers' && args[at + 1]?.startsWith('-') === false
    else if (isList) return [`--consumers=${each}`]
    return isList ? [] : [each]
  })
}
/** The option of the checks that report which code bases a difference breaks. */
export const consumerOptions = { consumers: { type: 'string', multiple: true } } as const
export const consumerHelp = `  --consumers <file…>   manifests of code bases (from drift consumer), up to the next option: report whom each difference breaks, and where.
                        The exit code is then 1 only when one of them breaks, and 0 when the change can be deployed for all of them`
function oneOf<T extends string>(name: string, value: string | undefined, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value)
  if (!found) throw new CannotCheck(`${name} is one of ${allowed.join(', ')}, not ${value}`)
  return found
}
