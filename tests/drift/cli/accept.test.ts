import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract, drift as run, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const drift = (...args: string[]) => run(args, { cwd: folder.path })
const report = async () => {
  const bundle = contract()
  Object.assign(bundle.field('ClientData.subscriberId'), { type: ['string', 'null'] })
  Object.assign(bundle.field('BankCard.isMainCard'), { type: 'string' })
  const place = await folder.file(bundle.document)
  await drift(
    'spec',
    place,
    '--format',
    'json',
    '--output',
    'report.json',
    '--ignore',
    await folder.file('[]', 'e.yaml'),
  )
  return place
}
const findings = [
  { id: 'response-null.00000001', severity: 'breaking' },
  { id: 'response-type.00000002', severity: 'breaking' },
  { id: 'response-field-unknown.00000003', severity: 'note' },
]
beforeAll(() => folder.file({ findings }, 'three.json'))
const given = ['--reason', 'BACK-123: the next release', '--until', '2999-01-31', '--owner', 'accounts']

describe('drift accept', { timeout: 60_000 }, () => {
  it('makes the same check pass, with an owner and an expiry date, and adds nothing twice', async () => {
    const place = await report()
    const file = join(folder.path, 'drift-ignore.yaml')
    await writeFile(file, '# Why we have this\n[]\n'.replace('[]\n', ''))
    expect(await drift('accept', 'report.json', ...given)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^drift-ignore\.yaml: 2 added\.\n {2}response-\S+\n {2}response-\S+\n$/),
    })
    expect(await drift('spec', place)).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /BACK-123: the next release \(accounts, until 2999-01-31\)[^]*No new drift; accepted: 2 breaking\.\n/,
      ),
    })
    const text = await readFile(file, 'utf8')
    expect(text).toMatch(/^# Why we have this\n- id: /)
    expect((await drift('accept', 'report.json', ...given)).out).toBe(
      'drift-ignore.yaml: 0 added, 2 were there already.\n',
    )
    expect(await readFile(file, 'utf8')).toBe(text)
  })
  it('accepts only the findings whose ids are given, including a note', async () => {
    await folder.file('- { id: response-type.00000002, reason: x, until: 2020-01-31 }\n', 'some.yaml')
    const ids = findings.slice(1).flatMap(({ id }) => ['--id', id])
    expect(await drift('accept', 'three.json', ...ids, ...given, '--ignore', 'some.yaml')).toMatchObject({
      code: 0,
      out: [
        'some.yaml: 1 added, 1 was there already.',
        '  response-field-unknown.00000003',
        '  response-type.00000002 was accepted until 2020-01-31, which is over: change the day in some.yaml',
        '',
      ].join('\n'),
    })
    expect(await readFile(join(folder.path, 'some.yaml'), 'utf8')).not.toContain('response-null')
  })
  it.each([
    [
      ['three.json', '--id', 'response-null.99999999', ...given],
      /has no finding response-null\.99999999; it has response-null\.00000001, /,
    ],
    [['report.json', '--until', '2999-01-31'], /--reason must say why/],
    [['report.json', '--reason', 'x', '--until', 'soon'], /drift accept: --until is the last day .* not soon/],
    [['nowhere.json', ...given], /nowhere\.json cannot be read: there is no such file/],
    [[...given], /One report is needed/],
  ])('refuses %j in one sentence', async (args, says) => {
    expect(await drift('accept', ...args)).toMatchObject({ code: 2, err: expect.stringMatching(says) })
  })
})
