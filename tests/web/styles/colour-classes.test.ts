import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourcesIn } from '../../architecture/sources.ts'

const tokens = readFileSync(join(import.meta.dirname, '../../../web/src/styles/tokens.css'), 'utf8')
const own = new Set([...tokens.matchAll(/--color-([a-z][a-z-]*):/g)].map(([, name]) => name))
/** A class with a colour of Tailwind's own palette: the palette is switched off, so the class has no effect. */
const palette =
  /(?<=["'\s:])(?:text|bg|border|fill|stroke|outline|divide)-(white|black|gray|slate|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|pink|rose)(?:-\d+)?(?=["'\s/])/g

test('no class names a colour that the tokens do not have', () => {
  const unknown = sourcesIn('web/src', /\.tsx?$/).flatMap(({ path, text }) =>
    [...text.matchAll(palette)].filter(([, colour]) => !own.has(colour)).map(([name]) => `${path}: ${name}`),
  )
  expect(unknown).toEqual([])
})
