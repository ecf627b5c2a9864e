import { cp, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startMock } from '#mock/server.ts'
import { root } from '../contract/contract.ts'
import { temporaryFolder } from '#support/folders.ts'
import { startNode } from '#support/processes.ts'
import { paths, TestUser } from './support.ts'

const at = '2026-03-10T12:00:00.000Z'
/** Personal data that must not be in a scenario in any form. */
const secrets = {
  name: 'Пелагея',
  surname: 'Непридуманная',
  phone: '79161234567',
  subscriberId: 'subscriber-of-one-person',
  card: '427600******7777',
  uuid: '9b2d3c44-1111-4222-8333-944455566677',
  token: 'eyJhbGciOiJSUzI1NiJ9.c2VjcmV0.c2ln',
  extra: 'inn-770123456789',
}
const month = 'b61e6ba5-3682-4dd6-b804-69b84b2d451c'
const client = {
  code: 0,
  result: {
    subscriberId: secrets.subscriberId,
    status: 'activated',
    bundleId: month,
    orderId: secrets.uuid,
    createdDate: '2025-03-10T15:00:00+03:00',
    activationDate: '2026-03-01T15:00:00+03:00',
    deactivationDate: '2026-04-01T15:00:00+03:00',
    lastChainEndDate: '2026-04-01T15:00:00+03:00',
    lastPeriod: null,
    autopaymentsEnabled: true,
    isGracePeriod: false,
    onboardingBundle: true,
    onboardingCard: false,
    taxNumber: secrets.extra,
  },
}
const profile = { code: 0, result: { name: secrets.name, surname: secrets.surname, phoneNumber: secrets.phone } }
const cards = {
  code: 0,
  cards: [
    {
      id: secrets.uuid,
      isMainCard: true,
      cardType: 'MIR',
      maskedPan: secrets.card,
      expireDate: '05/29',
      holder: secrets.name,
    },
    { id: 'second', isMainCard: false, cardType: 'VISA', maskedPan: '553691******0001', expireDate: '01/28' },
  ],
}
const entry = (path: string, body: unknown, more: { status?: number; encoding?: string; text?: string } = {}) => ({
  startedDateTime: at,
  request: {
    method: 'POST',
    url: `https://shop.example/bff/api${path}?person=${secrets.phone}`,
    headers: [{ name: 'authorization', value: `Bearer ${secrets.token}` }],
    postData: { text: JSON.stringify({ phone: secrets.phone }) },
  },
  response: {
    status: more.status ?? 200,
    content: { text: more.text ?? JSON.stringify(body), ...(more.encoding && { encoding: more.encoding }) },
  },
})
const session = [
  { startedDateTime: at, request: { method: 'GET', url: 'https://shop.example/profile' }, response: { status: 200 } },
  entry(paths.getClientData, client),
  entry(paths.getUserProfile, null, {
    text: Buffer.from(JSON.stringify(profile)).toString('base64'),
    encoding: 'base64',
  }),
  entry(paths.getBankCards, cards),
  entry(paths.getBankCards, { code: 0, cards: [] }),
  entry(paths.getScoresBalance, { code: 0, result: { scoresBalance: 7777 } }),
  entry(paths.unbindCard, { code: 8, message: secrets.name }),
  entry(paths.createOrder, { code: 0, result: { orderId: secrets.uuid } }),
  entry(
    paths.getOptions,
    {
      message: 'teapot',
      msisdn: Number(secrets.phone.slice(1)),
      [secrets.phone]: { [secrets.name]: 1, [secrets.uuid]: 2, [secrets.extra]: 3, line1: 1 },
    },
    { status: 418 },
  ),
  entry(paths.getPayments, null, { status: 0 }),
]

async function folderWith(text: string | Buffer): Promise<{ folder: string; har: string; out: string }> {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'my session.har'), text)
  return { folder, har: join(folder, 'my session.har'), out: join(folder, 'recorded.yaml') }
}
const recordIt = (har: string, out: string) => startNode(['scripts/mock.ts', '--record', har, '--out', out])

describe('npm run mock -- --record', () => {
  it('converts a session to a scenario that answers the same, without personal data', async () => {
    const { folder, har, out } = await folderWith(JSON.stringify({ log: { entries: session } }))
    const { exitCode, output } = recordIt(har, out)
    expect({ exitCode: await exitCode, output: output() }).toEqual({
      exitCode: 0,
      output: expect.stringContaining(`Written: ${out}`),
    })
    expect(output()).toContain('getBankCards: 2 answers in order')
    expect(output()).toContain('createOrder: answers as in every scenario')
    expect(output()).toContain('getOptions: a violation; outside of the contract: HTTP 418, code none')

    const text = await readFile(out, 'utf8')
    for (const secret of [...Object.values(secrets), secrets.phone.slice(1)]) expect(text).not.toContain(secret)
    expect(text).toContain('line1: 1')
    expect(output()).not.toMatch(
      new RegExp(
        Object.values(secrets)
          .map((secret) => secret.replaceAll('*', '\\*'))
          .join('|'),
      ),
    )

    const scenariosDir = join(folder, 'scenarios')
    await cp(resolve(root, 'mock-server/src/product/scenarios'), scenariosDir, { recursive: true })
    await cp(out, join(scenariosDir, 'recorded.yaml'))
    const mock = await startMock({ port: 0, scenariosDir })
    onTestFinished(() => mock.close())
    const user = new TestUser(mock.origin, 'recorded')
    const data = await user.result('getClientData')
    expect(data).toMatchObject({
      status: 'activated',
      bundleId: month,
      lastPeriod: null,
      autopaymentsEnabled: true,
      onboardingBundle: true,
      onboardingCard: false,
    })
    const days = (field: string) => Math.round((Date.parse(String(data[field])) - Date.now()) / 86_400_000)
    expect(['createdDate', 'activationDate', 'deactivationDate'].map(days)).toEqual([-365, -9, 22])
    expect(await user.result('getScoresBalance')).toMatchObject({ scoresBalance: 7777 })
    const bound = await user.cards()
    expect(bound).toMatchObject([
      { isMainCard: true, cardType: 'MIR' },
      { isMainCard: false, cardType: 'VISA' },
    ])
    expect(bound.map((card) => card['expireDate'])).not.toContain('05/29')
    expect(bound[0]?.['id']).toBe(data['orderId'])
    expect((await user.call('unbindCard', { bankCardId: String(bound[0]?.['id']) })).body).toMatchObject({ code: 8 })
    // Writes have their usual effects.
    const order = await user.order(true)
    expect((await user.poll(order))['orderStatus']).toBe('new')
  })
  it.each([
    ['hello', 'it is not a HAR file'],
    ['{"log":{"entries":[]}}', 'it contains no call of the contract'],
    [JSON.stringify({ log: { entries: [session[0]] } }), 'it contains no call of the contract'],
    [JSON.stringify({ log: { entries: [session[0], null] } }), 'log.entries.1 is not an exchange'],
    ['{"log":{"entries":[{"request":{"url":"/x","method":7}}]}}', 'log.entries.0 is not an exchange'],
    [
      JSON.stringify({ log: { entries: [session[0], entry(paths.getClientData, {}, { status: 999 })] } }),
      'getClientData has the status 999 at 2026-03-10T12:00:00.000Z, and the mock sends 200 to 599: remove this exchange.',
    ],
  ])('explains what is wrong with a file: %s', async (text, sentence) => {
    const { har, out } = await folderWith(text)
    const { exitCode, output } = recordIt(har, out)
    expect(await exitCode).toBe(1)
    expect(output()).toContain(`${har}: ${sentence}`)
    await expect(readFile(out)).rejects.toThrow('ENOENT')
  })
  it('says that a gzipped file is incomplete', async () => {
    const { har, out } = await folderWith(gzipSync('{"log":{"entries":[]}}').subarray(0, 20))
    const { exitCode, output } = recordIt(har, out)
    expect({ exitCode: await exitCode, output: output() }).toEqual({
      exitCode: 1,
      output: `${har}: it cannot be unpacked: unexpected end of file.\n`,
    })
  })
  it('names the scenario after --out, and asks for it when the name of the recording has no Latin letter', async () => {
    const { folder, out } = await folderWith('')
    const har = join(folder, 'Сессия.har')
    await writeFile(har, JSON.stringify({ log: { entries: session } }))
    const unnamed = startNode(['scripts/mock.ts', '--record', har])
    expect([await unnamed.exitCode, unnamed.output()]).toEqual([
      1,
      `${har} has no Latin letter or digit for the scenario's name: add --out <name>.yaml.\n`,
    ])
    const named = recordIt(har, out)
    expect(await named.exitCode).toBe(0)
    expect(await readFile(out, 'utf8')).toContain('title: "Recorded: recorded"')
  })
  it('does not overwrite, and names a missing file or folder', async () => {
    const { folder, har, out } = await folderWith(JSON.stringify({ log: { entries: session } }))
    await writeFile(out, 'mine')
    const again = recordIt(har, out)
    expect({ exitCode: await again.exitCode, written: await readFile(out, 'utf8') }).toEqual({
      exitCode: 1,
      written: 'mine',
    })
    expect(again.output()).toContain(`${out} already exists`)
    const nowhere = recordIt(har, join(folder, 'nowhere', 'recorded.yaml'))
    expect({ exitCode: await nowhere.exitCode, output: nowhere.output() }).toEqual({
      exitCode: 1,
      output: `--out ${folder}/nowhere/recorded.yaml: the folder ${folder}/nowhere does not exist.\n`,
    })
    const none = recordIt(`${har}.none`, `${out}.none`)
    expect({ exitCode: await none.exitCode, output: none.output() }).toEqual({
      exitCode: 1,
      output: `${har}.none cannot be read.\n`,
    })
  })
})
