import { describe, expect, it } from 'vitest'
import { grouped } from '#drift/report/finding.ts'
import { trafficOf } from '#drift/traffic/traffic.ts'
import { drift, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const json = (schema: object, examples?: object) => ({
  description: 'x',
  content: { 'application/json': { schema, ...(examples && { examples }) } },
})
const channel = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }
const own = { provenance: { kind: 'confirmed' } }
/** Another project's rule: a boolean says whether a call succeeded, a string says why not. */
const description = {
  openapi: '3.1.0',
  info: { title: 'Chat', version: '1' },
  servers: [{ url: '/api' }],
  paths: {
    '/channels.open': {
      post: {
        operationId: 'openChannel',
        'x-validity': { at: 'ok', codeAt: 'error', reject: { except: [true] }, require: ['channel'] },
        'x-failures': [
          { name: 'notAuthed', code: 'not_authed', outcome: 'sign-in', ...own },
          { name: 'limited', code: ['ratelimited', 'too_many'], outcome: 'try-later', ...own },
        ],
        responses: {
          '200': json({
            oneOf: [
              {
                type: 'object',
                required: ['ok', 'channel'],
                properties: { ok: { const: true }, channel },
              },
              {
                type: 'object',
                required: ['ok', 'error'],
                properties: { ok: { const: false }, error: { type: 'string' }, needed: { type: 'integer' } },
              },
            ],
          }),
        },
      },
    },
    '/channels.close': {
      post: {
        operationId: 'closeChannel',
        'x-validity': { at: 'error.code', reject: { except: [null] } },
        'x-failures': [{ name: 'gone', code: 'gone', outcome: 'nothing', ...own }],
        responses: { '200': json({ type: 'object', properties: { error: { type: 'object' } } }), '409': json({}) },
      },
    },
  },
}
const place = folder.file.bind(folder)
async function judged(call: string, ...answers: [body: unknown, status?: number][]) {
  const traffic = await trafficOf(await place(description))
  for (const [responseBody, status = 200] of answers)
    traffic.add({ method: 'POST', url: `/api/${call}`, status, requestBody: {}, responseBody }, 'a', 1)
  const findings = grouped(traffic.found).map(({ rule, says, id }) => ({ rule, says, id }))
  return { findings, coverage: JSON.stringify(traffic.data['coverage']), all: JSON.stringify(traffic.found), traffic }
}
const open = (...answers: [body: unknown, status?: number][]) => judged('channels.open', ...answers)
const close = (...answers: [body: unknown, status?: number][]) => judged('channels.close', ...answers)

describe('drift traffic of a contract with text codes', () => {
  it('finds nothing in valid traffic, and counts each code separately', async () => {
    const { findings, coverage } = await open(
      [{ ok: true, channel: { id: 'C1' } }],
      [{ ok: false, error: 'not_authed' }],
      [{ ok: false, error: 'too_many', needed: 3 }],
    )
    expect(findings).toEqual([])
    expect((JSON.parse(coverage) as Record<string, { matrix: unknown }>)['openChannel']!.matrix).toMatchObject({
      '200': { is: 'agrees', agrees: 1 },
      '200 code not_authed': { is: 'agrees', agrees: 1 },
      '200 code too_many': { is: 'agrees', agrees: 1 },
      '200 code ratelimited': { is: 'never seen' },
    })
  })
  it('finds an unknown code, and does not show it', async () => {
    const { findings, all, coverage } = await open([{ ok: false, error: 'anna_79001234567' }])
    expect(findings).toMatchObject([
      {
        rule: 'seen-code-unknown',
        says: expect.stringMatching(/a text of 16 characters; the contract lists not_authed, ratelimited, too_many/),
      },
    ])
    expect(all + coverage).not.toContain('anna_7900')
  })
  it.each<[what: string, answer: unknown, rule: string, says: RegExp]>([
    ['a refusal without a code', { ok: false }, 'seen-code-missing', /returned no code/],
    ['a text in place of the truth', { ok: 'true' }, 'seen-code-type', /a code that is a string/],
    ['a number in place of the text', { ok: false, error: 17 }, 'seen-code-type', /a code that is an integer/],
    ['a success without what it must have', { ok: true }, 'seen-success-useless', /without `channel`/],
    ['a field of another type in a success', { ok: true, channel: { id: 4 } }, 'seen-field-type', /`channel\.id`/],
    [
      'a field of another type in a refusal',
      { ok: false, error: 'not_authed', needed: 'x' },
      'seen-field-type',
      /`needed`/,
    ],
  ])('finds %s', async (_, answer, rule, says) => {
    const { findings } = await open([answer])
    expect(findings).toContainEqual({ rule, says: expect.stringMatching(says), id: expect.any(String) })
  })
  it('reads the rule’s value and the code from one field', async () => {
    expect((await close([{}], [{ error: { code: 'gone' } }])).findings).toEqual([])
    expect((await close([{ error: { code: 'lost' } }])).findings).toMatchObject([
      { rule: 'seen-code-unknown', says: expect.stringMatching(/a text of 4 letters; the contract lists gone/) },
    ])
    expect((await close([{ error: { code: 'gone' } }, 409])).findings).toMatchObject([{ rule: 'seen-code-at-status' }])
  })
  it('merges parts with such codes', async () => {
    const file = await place(description)
    const line = (body: unknown) =>
      JSON.stringify({ method: 'POST', url: '/api/channels.open', status: 200, requestBody: {}, responseBody: body })
    const lines = [{ ok: false, error: 'not_authed' }, { ok: false, error: 'else' }, { ok: true }].map(line)
    const args = ['--contract', file, '--format', 'json']
    const whole = await drift(['traffic', '-', ...args], { input: `${lines.join('\n')}\n` })
    const parts = await Promise.all(
      lines.map(async (one, nth) => {
        const { out } = await drift(['traffic', '-', '--contract', file, '--partial'], { input: `${one}\n` })
        return place(out, `text-${nth}.part`)
      }),
    )
    const merged = await drift(['merge', ...parts.toReversed(), ...args])
    expect(merged.code).toBe(1)
    const findingsOf = (out: string) => (JSON.parse(out) as { findings: { id: string }[] }).findings.map(({ id }) => id)
    expect(findingsOf(merged.out)).toEqual(findingsOf(whole.out))
  })
})
