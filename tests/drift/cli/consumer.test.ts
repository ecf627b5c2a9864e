import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract, drift, folderOfFile, root } from '../support.ts'

const folder = folderOfFile()
let [shop, shop2] = ['', '']
/** Creates a code base with one file that imports this repository's SDK. */
async function codeBase(name: string, text: string): Promise<string> {
  const at = join(folder.path, name)
  await mkdir(at)
  await writeFile(join(at, 'checkout.ts'), text)
  const tsconfig = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'esnext',
      allowImportingTsExtensions: true,
      types: [],
      paths: { '@paket/sdk': [join(root, 'sdk/src/index.ts')] },
    },
    files: ['checkout.ts'],
  }
  await writeFile(join(at, 'tsconfig.json'), JSON.stringify(tsconfig))
  const out = join(folder.path, `consumers/${name}.json`)
  const result = await drift(['consumer', join(at, 'tsconfig.json'), '--output', out])
  if (result.code !== 0) throw new Error(result.err)
  return out
}
beforeAll(async () => {
  shop = await codeBase(
    'T2',
    `import { type Client, toSubscriber } from '@paket/sdk'
export async function buy(paket: Client, bundleId: string) {
  const result = await paket.createOrder({ bundleId, source: 'web' } as never)
  if (result.ok) return result.data.result.orderId
  switch (result.failure.name) {
    case 'alreadyConnecting':
      return null
  }
}
export async function who({ getClientData }: Client) {
  const me = await getClientData()
  return me.ok ? toSubscriber(me.data.result) : null
}
`,
  )
  shop2 = await codeBase(
    'T3',
    `import type { Client } from '@paket/sdk'
export async function count(paket: Client) {
  const answer = await paket.getBankCards()
  if (!answer.ok) return 0
  const { cards = [] } = answer.data
  return cards.filter(({ isMainCard }) => isMainCard).length
}
`,
  )
}, 120_000)

/** Returns the contract with a change, as the description of a service. */
const changed = (change: (bundle: ReturnType<typeof contract>) => void) => {
  const bundle = contract()
  change(bundle)
  return folder.file(bundle.document)
}
const orderId = () =>
  changed((bundle) => {
    const result = bundle.field('CreatedOrderAnswer.result')
    Object.assign(result['properties']!, { orderId: { type: 'integer' } })
  })
const driftSpec = (place: string, ...more: string[]) =>
  drift(['spec', place, '--consumers', shop, shop2, ...more], { cwd: folder.path })

describe('drift consumer', { timeout: 120_000 }, () => {
  it('names the consumer that a change breaks, with the line, and those that it does not break', async () => {
    const { code, out } = await driftSpec(await orderId())
    expect(out).toMatch(/breaks +T2: checkout\.ts:4 reads result\.orderId; others: nothing\n/)
    expect(code).toBe(1)
  })
  it.each(['json', 'junit', 'sarif', 'markdown', 'html', 'github'])('says so in %s too', async (format) => {
    expect((await driftSpec(await orderId(), '--format', format)).out).toMatch(/checkout\.ts:4|"at": "checkout\.ts:4"/)
  })
  it('exits with 0 for a breaking change that no consumer uses, and with 1 without consumers', async () => {
    const place = await changed((bundle) =>
      Object.assign(bundle.field('BankCard.maskedPan'), { type: ['string', 'null', 'integer'] }),
    )
    expect((await drift(['spec', place], { cwd: folder.path })).code).toBe(1)
    const { code, out } = await driftSpec(place)
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/breaks +none of T2, T3\n[^]*Breaks no one who was asked for/),
    })
  })
  it('treats a value that is passed to a package’s function as read completely', async () => {
    const place = await changed((bundle) => Object.assign(bundle.field('ClientData.subscriberId'), { type: 'integer' }))
    expect((await driftSpec(place)).out).toMatch(
      /breaks +T2: checkout\.ts:12 passes \S+ on as a whole; others: nothing/,
    )
  })
  it('finds fields that are destructured in a callback', async () => {
    const place = await changed((bundle) => Object.assign(bundle.field('BankCard.isMainCard'), { type: 'string' }))
    expect((await driftSpec(place)).out).toMatch(/breaks +T3: checkout\.ts:6 reads isMainCard; others: nothing/)
  })
  it('finds a field of a named schema that the service describes inline', async () => {
    const service = (schema: object, schemas: object) =>
      folder.file({
        openapi: '3.1.0',
        info: { title: 'x', version: '1' },
        paths: {
          '/b': { get: { operationId: 'getB', responses: { 200: { content: { 'application/json': { schema } } } } } },
        },
        components: { schemas },
      })
    const booking = (type: string) => ({ type: 'object', properties: { name: { type } } })
    const parts = { allOf: [{ $ref: '#/components/schemas/Booking' }, { properties: { self: {} } }] }
    const reads = { 'Booking.name': [{ at: 'a.ts:2', does: 'reads name' }] }
    const calls = { getB: [{ at: 'a.ts:1', does: 'calls getB' }] }
    const manifest = await folder.file({ consumer: 'T5', calls, reads, sends: {}, failures: {} })
    const [ours, theirs] = [await service(parts, { Booking: booking('string') }), await service(booking('integer'), {})]
    const { code, out } = await drift(['spec', theirs, '--contract', ours, '--consumers', manifest])
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(/breaks +T5: a\.ts:2 reads name/) })
  })
  it('finds a schema that is deep inside of a value that is passed on', async () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
    const inside = (nth: number) => names[nth + 1] ?? null
    const described = (type: string) =>
      folder.file({
        openapi: '3.1.0',
        info: { title: 'x', version: '1' },
        paths: {
          '/a': {
            get: {
              operationId: 'getA',
              responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } } },
            },
          },
        },
        components: {
          schemas: Object.fromEntries(
            names.map((name, nth) => {
              const field = inside(nth) === null ? { type } : { $ref: `#/components/schemas/${inside(nth)}` }
              return [name, { type: 'object', properties: { field } }]
            }),
          ),
        },
      })
    const types = names.map((name, nth) => {
      const type = inside(nth) === null ? 'string' : `components["schemas"]["${inside(nth)}"]`
      return `${name}: { field: ${type} }`
    })
    const at = join(folder.path, 'deep')
    await mkdir(join(at, 'node_modules/sink'), { recursive: true })
    await writeFile(join(at, 'node_modules/sink/index.d.ts'), 'export declare function sink(value: unknown): void')
    await writeFile(
      join(at, 'sdk.d.ts'),
      `export interface components { schemas: { ${types.join('; ')} } }
export interface Client {
  getA(): Promise<{ ok: true; data: components["schemas"]["A"]; failure?: never } | { ok: false; data?: never; failure: { name: 'x' } }>
}`,
    )
    await writeFile(
      join(at, 'use.ts'),
      `import { sink } from 'sink'
import type { Client } from './sdk.js'
export async function show(client: Client) {
  const answer = await client.getA()
  if (answer.ok) sink(answer.data)
}`,
    )
    const compilerOptions = { strict: true, noEmit: true, module: 'esnext', moduleResolution: 'bundler', types: [] }
    await writeFile(join(at, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }))
    const [ours, theirs] = [await described('string'), await described('integer')]
    const out = join(at, 'uses.json')
    const written = await drift(['consumer', join(at, 'tsconfig.json'), '--contract', ours, '--output', out])
    expect(written).toMatchObject({ code: 0, err: '' })
    const { code, out: report } = await drift(['spec', theirs, '--contract', ours, '--consumers', out])
    expect({ code, report }).toEqual({ code: 1, report: expect.stringMatching(/breaks +deep: use\.ts:5 passes/) })
  })
  it('a removed call breaks every consumer that makes it', async () => {
    const place = await changed((bundle) => delete bundle.document['paths']!['/v1/create_order'])
    expect((await driftSpec(place)).out).toMatch(/breaks +T2: checkout\.ts:3 calls createOrder; others: nothing/)
  })
  it('lists consumers that use the name of a removed failure', async () => {
    const place = await changed((bundle) => {
      const call = bundle.call('/v1/create_order') as unknown as Record<string, { name: string }[]>
      call['x-failures'] = call['x-failures']!.filter(({ name }) => name !== 'alreadyConnecting')
    })
    const { out } = await drift(['changes', join(root, 'openapi'), place, '--consumers', shop2, shop], {
      cwd: folder.path,
    })
    expect(out).toMatch(
      /alreadyConnecting[^\n]* is gone[^✗]*breaks +T2: checkout\.ts:6 handles alreadyConnecting; others/,
    )
  })
  it.each([
    [['--consumers'], /--consumers/],
    [['--consumers', 'none.json'], /none\.json cannot be read/],
    [['--consumers', join(root, 'package.json')], /package\.json is no manifest of a consumer/],
  ])('refuses %j in one sentence', async (more, says) => {
    const { code, err } = await drift(['spec', join(root, 'openapi/openapi.yaml'), ...more], { cwd: folder.path })
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(says) })
  })
  it('rejects a code base that uses no call', async () => {
    await expect(codeBase('T4', 'export const one = 1\n')).rejects.toThrow(/No call of the contract is used/)
  })
})
