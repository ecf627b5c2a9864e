import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const tokens = readFileSync(resolve(import.meta.dirname, '../../../web/src/styles/tokens.css'), 'utf8')
const token = (name: string) => new RegExp(`--${name}:\\s*([^;]+);`).exec(tokens)?.[1]

test.each([
  ['xs', 0],
  ['sm', 320],
  ['md', 375],
  ['lg', 768],
  ['xl', 1280],
])(
  'from %s on is %s px for text of the usual size, and there are no other breakpoints [C-LAYOUT-20] [C-LAYOUT-21]',
  (name, width) => {
    expect(token(`breakpoint-${name}`)).toBe(`${width / 16}rem`)
    expect(tokens.match(/--breakpoint-\w+:/g)).toHaveLength(5)
  },
)
test('gaps do not grow with the text', () => expect(token('spacing')).toBe('4px'))
test('a drawer is 460 px wide on a large screen [C-LAYOUT-22]', () => expect(token('container-drawer')).toBe('460px'))
