import { callsOf, type Code, type Contract, judge } from '@paket/contract'
import { withDefaults } from '@paket/contract/description'

/** A rule with its failures, and whether an accepted answer may be empty or something other than an object. */
interface Rule {
  'x-validity': object
  'x-failures': object[]
  /** `nothing`: the 200 has no body. `anything`: the 200 is a list. */
  answers?: 'nothing' | 'anything'
}
/** Rules of every kind that the vocabulary allows. */
export const rules: Record<string, Rule> = {
  nothingRejected: { 'x-validity': { reject: {} }, 'x-failures': [{ http: 404, name: 'none', outcome: 'say' }] },
  from: {
    'x-validity': { reject: { from: 2000 }, require: ['result.id'] },
    'x-failures': [
      { code: [2000, 2001], name: 'ended', outcome: 'leave' },
      { code: 5002, http: 500, name: 'gone', outcome: 'leave' },
      { http: '5XX', name: 'down', outcome: 'retry' },
    ],
  },
  codesAndFrom: {
    'x-validity': { reject: { codes: [2], from: 2000 } },
    'x-failures': [
      { code: 2, name: 'refused', outcome: 'say' },
      { code: 2004, name: 'twice', outcome: 'wait' },
      { http: [409, 422], name: 'conflict', outcome: 'wait' },
    ],
  },
  exceptZero: {
    'x-validity': { reject: { except: [0] }, require: ['result'] },
    'x-failures': [
      { code: 2004, name: 'first', outcome: 'say' },
      { code: [2004, 7], name: 'second', outcome: 'leave' },
      { name: 'malformed', outcome: 'doubt' },
    ],
  },
  textAtCode: {
    'x-validity': { reject: { codes: ['no', 'never'] } },
    'x-failures': [{ code: 'no', name: 'no', outcome: 'say' }],
  },
  textOrNumber: {
    'x-validity': { reject: { except: [0, 'ok'] } },
    'x-failures': [{ code: ['no', 7], name: 'no', outcome: 'say' }],
  },
  errorCode: {
    'x-validity': { at: 'error.code', reject: { except: [null] } },
    'x-failures': [
      { code: ['no', 'never'], name: 'no', outcome: 'say' },
      { code: 'gone', http: 404, name: 'gone', outcome: 'leave' },
    ],
  },
  okAndError: {
    'x-validity': { at: 'ok', codeAt: 'error', reject: { except: [true] } },
    'x-failures': [
      { code: 'no', name: 'no', outcome: 'say' },
      { http: '4XX', name: 'bad' },
    ],
  },
  okAndAnyError: {
    'x-validity': { at: 'ok', codeAt: 'error', reject: { except: [true] } },
    'x-failures': [{ http: '4XX', name: 'bad' }],
  },
  okAndDeepNumber: {
    'x-validity': { at: 'meta.ok', codeAt: 'meta.error.code', reject: { codes: [false] }, require: ['data'] },
    'x-failures': [{ code: 7, name: 'no', outcome: 'say' }],
  },
  failedFlag: {
    'x-validity': { at: 'failed', reject: { codes: [true] } },
    'x-failures': [{ code: true, name: 'failed' }],
  },
  empty: { 'x-validity': { reject: { from: 1 } }, 'x-failures': [{ code: 1, name: 'one' }], answers: 'nothing' },
  list: { 'x-validity': { reject: { from: 1 } }, 'x-failures': [{ code: 1, name: 'one' }], answers: 'anything' },
}

export const contract: Contract<Code> = withDefaults({
  openapi: '3.1.0',
  info: { title: 'Rules', version: '1' },
  paths: Object.fromEntries(
    Object.entries(rules).map(([operationId, { answers, ...words }]) => [
      `/${operationId}`,
      { post: { operationId, ...words, responses: { '200': { description: 'Any.', ...contentOf(answers) } } } },
    ]),
  ),
})
function contentOf(answers: Rule['answers']) {
  return answers === 'nothing'
    ? {}
    : { content: { 'application/json': { schema: { type: answers === 'anything' ? 'array' : 'object' } } } }
}

/** An answer and how it is judged: `[rule, status, text of the body, failure or null when accepted, outcome or null]`. */
export type Vector = [rule: string, status: number, text: string, failure: string | null, outcome: string | null]

const values = [
  null,
  0,
  1,
  -1,
  2,
  7,
  1999,
  2000,
  2001,
  2004,
  5002,
  7777,
  2.5,
  '',
  '0',
  '2004',
  'no',
  'never',
  'gone',
  'ok',
  true,
  false,
  [],
  {},
]
const texts = [
  '',
  'null',
  '[]',
  '[{"code":1}]',
  '"no"',
  '7',
  'true',
  '{',
  '<!doctype html>',
  '{}',
  '{"error":null}',
  '{"error":"no"}',
  '{"error":[]}',
  '{"meta":7}',
]
const withRequired = { result: { id: 'x' }, data: {} }
const few = new Set<unknown>([null, 0, 7, 2004, 5002, 'no', 'gone', true, false])

/** Returns a body with a value at a path, and other fields beside it. */
function bodyWith(place: string, value: unknown, beside: object): object {
  const [field = '', ...rest] = place.split('.')
  const inner = (beside as Record<string, unknown>)[field]
  return { ...beside, [field]: rest.length > 0 ? bodyWith(rest.join('.'), value, inner ?? {}) : value }
}

function bodiesOf(rule: Rule, isWhole: boolean): string[] {
  const { at = 'code', codeAt } = rule['x-validity'] as { at?: string; codeAt?: string }
  const some = isWhole ? values : values.filter((value) => few.has(value))
  const besides = isWhole ? [withRequired, {}, { result: { id: '' }, data: null }] : [withRequired]
  const written = besides.flatMap((beside) => [
    beside,
    ...some.map((value) => bodyWith(at, value, beside)),
    ...(codeAt === undefined
      ? []
      : [true, false].flatMap((verdict) =>
          some.map((value) => bodyWith(codeAt, value, bodyWith(at, verdict, beside))),
        )),
  ])
  return [...new Set([...(isWhole ? texts : texts.slice(0, 2)), ...written.map((body) => JSON.stringify(body))])]
}

/** Returns all vectors, always in the same order. */
export function vectors(): Vector[] {
  const statuses = [200, 201, 204, 299, 400, 401, 403, 404, 409, 422, 429, 500, 503, 599]
  return callsOf<Code>(contract).flatMap(({ id, operation }) =>
    statuses.flatMap((status) => {
      const bodies = status === 204 ? [''] : bodiesOf(rules[id]!, status === 200)
      return bodies.map((text): Vector => {
        const failure = judge(contract, operation, { status, body: jsonOf(text), isEmpty: text === '' })
        return [id, status, text, failure?.name ?? null, failure?.outcome ?? null]
      })
    }),
  )
}
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
