import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../contract/contract.ts'
import { copyOfRepository, type Copy } from '../contract/copy.ts'

const [readme, mockReadme, contractReadme] = await Promise.all(
  ['sdk', 'mock-server', 'openapi'].map((folder) => readFile(join(root, folder, 'README.md'), 'utf8')),
)
// The example with MSW is compiled where that is installed (../package/types.test.ts); the one with Testcontainers is not.
const examplesIn = (text = '') =>
  [...text.matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, code = '']) => code)
    .filter((code) => !/from '(msw|testcontainers)'/.test(code))
const examples = examplesIn(readme)

const text = await readFile(join(root, 'sdk/src/generated/openapi.yaml'), 'utf8')
interface Sample {
  lang: string
  source: string
}
const { paths } = parse(text) as { paths: Record<string, { post: { 'x-codeSamples': Sample[] } }> }
const samples = Object.values(paths)
  .flatMap(({ post }) => post['x-codeSamples'].filter(({ lang }) => lang === 'TypeScript'))
  .map(({ source }) => `{\n${source}\n}`)
const given = `import type { Client } from '@paket/sdk'
declare const paket: Client, show: (data: object) => void, explain: (failure: object) => void
`

let copy: Copy
beforeAll(async () => {
  copy = await copyOfRepository()
  await mkdir(copy.path('readme'))
  const settings = { extends: '../tsconfig.json', compilerOptions: { lib: ['ES2022', 'DOM'] }, include: ['.'] }
  await writeFile(copy.path('readme/tsconfig.json'), JSON.stringify(settings))
  await writeFile(copy.path('readme/samples.ts'), given + samples.join('\n'))
  await mkdir(copy.path('node_modules/@paket/mock'))
  await cp(join(root, 'mock-server/src/package.d.ts'), copy.path('node_modules/@paket/mock/index.d.ts'))
  for (const [nth, code] of [...examples, ...examplesIn(mockReadme)].entries())
    await writeFile(copy.path(`readme/example-${nth}.ts`), code)
  await writeFile(copy.path('openapi/src/example.ts'), examplesIn(contractReadme).join('\n'))
}, 60_000)
afterAll(() => copy?.remove())

it('every example of the READMEs of SDK, mock and contract, and of the contract’s calls, compiles', async () => {
  expect(examples.length).toBeGreaterThan(12)
  expect(examplesIn(mockReadme)).toHaveLength(2)
  expect(examplesIn(contractReadme)).toHaveLength(1)
  expect(samples).toHaveLength(33)
  expect(await copy.typeErrors('readme')).toBe('')
  expect(await copy.typeErrors('openapi')).toBe('')
}, 60_000)

it('the README’s switch over every failure does not compile without one of them, as the README says', async () => {
  const nth = examples.findIndex((code) => code.includes('satisfies never'))
  const [, says = ''] = /the compiler says `(.+?)`/.exec(readme ?? '') ?? []
  const example = `readme/example-${nth}.ts`
  await copy.change(example, "    case 'underWay':\n", '')
  expect(await copy.typeErrors('readme')).toContain(says)
  await writeFile(copy.path(example), examples[nth] ?? '')
}, 60_000)
