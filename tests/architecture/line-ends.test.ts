import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
/** All files of the repository: the line ends of their content, and their attributes. */
const files = execFileSync('git', ['ls-files', '--eol', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean)
  .map((line) => {
    const [, ends = '', attributes = '', path = ''] = /^i\/(\S*)\s+w\/\S*\s+attr\/(.*?)\s*\t(.*)$/.exec(line) ?? []
    return { ends, attributes, path }
  })

it('every text of the repository is checked out with the same line ends on every system', () => {
  expect(files.length).toBeGreaterThan(1000)
  const isText = ({ ends }: { ends: string }) => ends !== '-text'
  expect(files.filter((file) => isText(file) && file.attributes !== 'text=auto eol=lf')).toEqual([])
  expect(files.filter((file) => isText(file) && !['lf', 'none'].includes(file.ends))).toEqual([])
})

it('every other file is marked as binary, so that none is taken for a text', () => {
  const others = files.filter(({ ends }) => ends === '-text')
  expect(others.length).toBeGreaterThan(3)
  expect(others.filter(({ attributes }) => attributes !== '-text')).toEqual([])
})

it('editors write the same line ends', () => {
  expect(readFileSync(join(root, '.editorconfig'), 'utf8')).toMatch(/^\[\*\]$[^[]*^end_of_line = lf$/m)
})
