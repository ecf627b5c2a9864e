import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { errorClasses } from '../../../web/deploy/nginx-errors.ts'
import { ruleFor } from '../../../web/deploy/rules.ts'
import { variables } from '../../../web/deploy/serving.ts'
import { rulesTable } from '../../../web/deploy/table.ts'

const readme = readFileSync(join(import.meta.dirname, '../../../web/deploy/README.md'), 'utf8')
const between = (name: string) => new RegExp(`<!-- ${name}: [^>]*-->\n([^]*?)\n?<!-- /${name} -->`).exec(readme)?.[1]

it("has the rules, the settings and the classes of errors as they are in the operator's page (`node web/deploy/start.ts --print table`)", () => {
  expect(between('rules')).toBe(rulesTable())
  const rows = Object.entries(variables).map(([name, what]) => `| \`${name}\` | ${what} |`)
  expect(between('settings')).toBe(rows.join('\n'))
  const errors = Object.entries(errorClasses).map(([name, what]) => `| \`${name}\` | ${what} |`)
  expect(between('errors')).toBe(errors.join('\n'))
})

it.each([
  ['/', 'the main page'],
  ['/sale/perekrestok', 'the page /sale/perekrestok'],
  ['/profile', 'every other page'],
  ['/profile/', 'every other page'],
  ['/promo/1.5/x', 'every other page'],
  ['/assets/a-b_C.1.js', 'hashed files'],
  ['/stories/bag.svg', 'other files'],
  ['/icons/icon-192.png', 'other files'],
  ['/sw.js', 'the service worker, the recovery and the web manifest'],
  ['/recover.js', 'the service worker, the recovery and the web manifest'],
  ['/app.webmanifest', 'the service worker, the recovery and the web manifest'],
  ['/a/sw.js', 'other files'],
  ['/assets/a.js.map', undefined],
  ['/.well-known/x', undefined],
  ['/a/.git/config', undefined],
  ['//elsewhere.example', undefined],
  ['/x.php', undefined],
])('takes %s for %s', (path, name) => {
  expect(ruleFor(path)?.name).toBe(name)
})
