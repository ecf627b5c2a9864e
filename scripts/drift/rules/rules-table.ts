import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { groups } from './rules.ts'
import type { Rule } from './rule.ts'

/** Every rule as a table for RULES.md. */
export function rulesTable(): string {
  return groups
    .map(([title, rules]) => {
      const rows = Object.entries<Rule>(rules).map(
        ([id, rule]) => `| \`${id}\` | ${rule.severity} | ${rule.title} | ${rule.breaks} |`,
      )
      return [
        `### ${title} (${rows.length})`,
        '',
        '| rule | severity | what | what breaks for whom |',
        '| --- | --- | --- | --- |',
        ...rows,
      ].join('\n')
    })
    .join('\n\n')
}

const START = '<!-- rules: written by `node scripts/drift/rules/rules-table.ts` -->'
async function main() {
  const file = join(import.meta.dirname, '../RULES.md')
  const text = await readFile(file, 'utf8')
  const [before] = text.split(START)
  await writeFile(file, `${before}${START}\n\n${rulesTable()}\n`)
}
if (import.meta.main) await main()
