import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../contract/contract.ts'
import { copyOfRepository } from '../contract/copy.ts'

it('every example of the SDK’s README compiles', async () => {
  const text = await readFile(join(root, 'sdk/README.md'), 'utf8')
  const examples = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code ?? '')
  expect(examples.length).toBeGreaterThan(4)
  const copy = await copyOfRepository()
  try {
    await mkdir(copy.path('readme'))
    const settings = { extends: '../tsconfig.json', compilerOptions: { lib: ['ES2022', 'DOM'] }, include: ['.'] }
    await writeFile(copy.path('readme/tsconfig.json'), JSON.stringify(settings))
    for (const [nth, code] of examples.entries()) await writeFile(copy.path(`readme/example-${nth}.ts`), code)
    expect(await copy.typeErrors('readme')).toBe('')
  } finally {
    await copy.remove()
  }
}, 60_000)
