import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { asText, contractChanges } from './drift/changes.ts'
import { withRevision } from './drift/revision.ts'

const root = resolve(import.meta.dirname, '..')
const help = `npm run contract:changes -- <git revision>: what changed in the contract for callers since then, breaking first.

  --to <revision>      until then, instead of the files as they are
  --format text|json   how it is told (text)
  --help

It exits with 0 when it could compare, whatever it found, and with 2 when it could not.`

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      format: { type: 'string', default: 'text' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  const [from, ...more] = positionals
  if (!from || more.length > 0) throw new Error(`One git revision is needed: npm run contract:changes -- HEAD~10`)
  if (!['text', 'json'].includes(values.format)) throw new Error(`--format is text or json, not ${values.format}`)
  const { to } = values
  const changes = await withRevision(root, from, (before) =>
    to === undefined
      ? contractChanges(before, join(root, 'openapi'))
      : withRevision(root, to, (after) => contractChanges(before, after)),
  )
  console.log(values.format === 'json' ? JSON.stringify(changes, null, 2) : asText(changes))
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
})
