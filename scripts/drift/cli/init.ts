import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { CannotCheck, messageOf } from '../report/cannot-check.ts'
import { commentMarker } from '../report/formats.ts'
import type { Io } from './io.ts'

export const initHelp = `drift init [<file>]: writes the pipeline that checks each change of a service's own description.

  <file>                the description, as the repository has it (openapi.yaml)
  --for github|gitlab   whose pipeline (github)
  --package <what>      what npm installs: a name with its version, or the address of the tarball; needed
  --consumers <files>   manifests of code bases in the repository (drift consumer writes them), such as consumers/*.json: the pipeline
                        says whom a change breaks, and where, and fails only when it breaks one of them
  --print               to the terminal, and not to the file
  --help

The pipeline comments the change with the report, in one comment that is updated; without
--consumers it fails when any client could stop working.`

const pipelines = {
  github: { file: '.github/workflows/drift.yml', write: github },
  gitlab: { file: '.gitlab-ci.drift.yml', write: gitlab },
} as const

/** Writes a pipeline file, unless there is one; gives the exit code. */
export async function init(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parsed(args)
  if (values.help) return (io.stdout.write(`${initHelp}\n`), 0)
  const [description = 'openapi.yaml', ...more] = positionals
  const pipeline = Object.hasOwn(pipelines, values.for) ? pipelines[values.for as keyof typeof pipelines] : undefined
  if (!pipeline) throw new CannotCheck(`--for is one of ${Object.keys(pipelines).join(', ')}, not ${values.for}`)
  if (more.length > 0) throw new CannotCheck('One description is needed: drift init [<file>]')
  if (values.package === undefined)
    throw new CannotCheck('--package is needed: the address of the tarball, or its name and version in your registry')
  for (const text of [description, values.package])
    if (!/^[\w@./:~^+-]+$/.test(text))
      throw new CannotCheck(`${text} cannot stand in a pipeline: letters, digits and ./:@~^+- can`)
  if (values.consumers !== undefined && !/^[\w./][\w./*-]*$/.test(values.consumers))
    throw new CannotCheck(`--consumers is one file or a pattern such as consumers/*.json, not ${values.consumers}`)
  const text = pipeline.write(commandOf(description, values.package, values.consumers))
  if (values.print) return (io.stdout.write(text), 0)
  if (existsSync(pipeline.file)) throw new CannotCheck(`${pipeline.file} is there already: --print shows the new one`)
  try {
    await mkdir(dirname(pipeline.file), { recursive: true })
    await writeFile(pipeline.file, text, { flag: 'wx' })
  } catch (error) {
    throw new CannotCheck(`${pipeline.file} cannot be written: ${messageOf(error)}`)
  }
  io.stdout.write(`${pipeline.file} is written: it checks ${description}.\n`)
  return 0
}
function parsed(args: readonly string[]) {
  const options = {
    for: { type: 'string', default: 'github' },
    package: { type: 'string' },
    consumers: { type: 'string' },
    print: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    throw new CannotCheck(messageOf(error).split('. ')[0])
  }
}

function commandOf(description: string, what: string, consumers: string | undefined): string {
  const asked = consumers === undefined ? '' : ` --consumers ${consumers}`
  return `npx --yes --package ${what} paket-drift spec ${description}${asked} --format markdown --output drift.md`
}
function github(command: string): string {
  return `name: drift
on: { pull_request: {} }
permissions: { contents: read, pull-requests: write }
jobs:
  drift:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24 }
      - id: drift
        run: ${command}
      - if: always() && hashFiles('drift.md') != ''
        env: { GH_TOKEN: '\${{ github.token }}', COMMENTS: 'repos/\${{ github.repository }}/issues/\${{ github.event.number }}/comments' }
        run: |
          cat drift.md >> "$GITHUB_STEP_SUMMARY"
          known=$(gh api --paginate "$COMMENTS" --jq '.[] | select(.body | startswith("${commentMarker('spec')}")) | .url' | head -n 1)
          if [ -n "$known" ]; then gh api -X PATCH "$known" -F body=@drift.md; else gh api "$COMMENTS" -F body=@drift.md; fi
`
}
function gitlab(command: string): string {
  return `drift:
  image: node:24
  rules: [{ if: $CI_PIPELINE_SOURCE == "merge_request_event" }]
  timeout: 10 minutes
  script:
    - ${command}
  after_script:
    # DRIFT_TOKEN: a project's access token with the scope api.
    - |
      test -f drift.md && test -n "$DRIFT_TOKEN" || exit 0
      notes="$CI_API_V4_URL/projects/$CI_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes"
      known=$(curl -sf -H "PRIVATE-TOKEN: $DRIFT_TOKEN" "$notes?per_page=100" | node -e 'const all = JSON.parse(require("fs").readFileSync(0)); console.log(all.find(({ body }) => body.startsWith("${commentMarker('spec')}"))?.id ?? "")')
      if [ -n "$known" ]; then set -- -X PUT "$notes/$known"; else set -- "$notes"; fi
      curl -sf -o /dev/null -H "PRIVATE-TOKEN: $DRIFT_TOKEN" --data-urlencode body@drift.md "$@"
  artifacts: { when: always, paths: [drift.md] }
`
}
