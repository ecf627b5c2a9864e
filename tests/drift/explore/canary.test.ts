import {
  array,
  asyncProperty,
  constantFrom,
  infiniteStream,
  integer,
  nat,
  oneof,
  stream,
  stringMatching,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describe as read } from '#drift/description/description.ts'
import { Explorer } from '#drift/explore/explore.ts'
import { grouped } from '#drift/report/finding.ts'
import { formats, written } from '#drift/report/formats.ts'
import type { Report } from '#drift/report/report.ts'
import { expectationsOf } from '#drift/traffic/expectations.ts'
import { exchangeOf } from '#drift/traffic/exchange.ts'
import { Traffic } from '#drift/traffic/traffic.ts'
import { folderOfFile } from '../support.ts'
import { json } from './service.ts'
import { holds } from '#support/property.ts'

const RUNS = 60
const folder = folderOfFile()

function* accepted(): Generator<number> {
  for (;;) yield 200
}

const person = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 12 },
    phone: { type: 'integer', minimum: 1_000_000 },
    ownerId: { type: 'string' },
    pin: { type: 'string', pattern: '^\\S{3,}$' },
  },
}
const named = (where: string, name: string, schema: object = { type: 'string', maxLength: 8 }) => ({
  name,
  in: where,
  required: true,
  schema,
})
const responses = { '200': { description: 'x', ...json(person) } }
const description = {
  openapi: '3.1.0',
  info: { title: 'People', version: '1' },
  servers: [{ url: '/v2' }],
  paths: {
    '/people/{ownerId}': {
      get: { operationId: 'person', parameters: [named('path', 'ownerId')], responses },
      put: { operationId: 'keep', parameters: [named('path', 'ownerId')], requestBody: json(person), responses },
    },
    '/phones/{phone}': {
      get: { operationId: 'phone', parameters: [named('path', 'phone', { type: 'integer', maximum: 5 })], responses },
    },
    '/found': {
      get: { operationId: 'find', parameters: [named('query', 'name'), named('header', 'pin')], responses },
    },
    '/forms': {
      post: {
        operationId: 'form',
        requestBody: { content: { 'application/x-www-form-urlencoded': { schema: person } } },
        responses,
      },
    },
  },
}

const hex = stringMatching(/^[0-9a-f]{10}$/)
/** Strings and numbers that occur nowhere else. */
const texts = oneof(
  stringMatching(/^[А-Я][а-я]{9}$/),
  hex.map((text) => `zq${text}`),
  hex.map((text) => `anna.${text}@mail.example`),
  integer({ min: 79_000_000_000, max: 79_999_999_999 }).map(String),
)
const numbers = integer({ min: 79_000_000_000, max: 79_999_999_999 })
/** Returns the parts of a canary that a report must not contain; of a field name, no part at all. */
const partsOf = (canary: string) =>
  /^[А-Я]/.test(canary) ? [0, 1, 2, 3, 4, 5].map((at) => canary.slice(at, at + 5)) : [canary]

describe('a report of exploring', { timeout: 1_800_000 }, () => {
  it(`contains no value of a response or of the URL, also in its curl commands (${RUNS} services)`, async () => {
    const people = await read(await folder.file(description))
    const expectations = expectationsOf(people)
    const statuses = infiniteStream(constantFrom(200, 200, 200, 201, 400, 404, 500))
    let commands = 0
    await holds(
      asyncProperty(
        array(texts, { minLength: 8, maxLength: 8 }),
        array(numbers, { minLength: 2, maxLength: 2 }),
        statuses,
        nat(),
        async (list, phones, some, seed) => {
          const base = `/${encodeURIComponent(list[0]!)}/v2`
          const traffic = new Traffic(people, expectations, { base })
          let nth = 0
          const take = () => list[1 + (nth++ % 6)]!
          const explorer = new Explorer({
            description: people,
            expectations,
            traffic,
            base,
            calls: people.calls,
            isRead: ({ method }) => method === 'get',
            send: ({ method, target, body, headers }) => {
              const answer = { name: take(), phone: phones[nth % 2], ownerId: take(), pin: take(), [take()]: take() }
              const entry = {
                method,
                url: `https://${list[7]}.example${base}${target}`,
                status: some.next().value,
                requestHeaders: headers,
                requestBody: body ?? '',
                responseHeaders: { 'x-name': take() },
                responseBody: answer,
                time: new Date().toISOString(),
              }
              return Promise.resolve({ exchange: exchangeOf(entry)!, isTooMany: false })
            },
            seed,
            most: 150,
            seconds: 60,
            rounds: 2,
          })
          await explorer.round()
          await explorer.round()
          const report: Report = {
            check: 'live',
            about: 'a service',
            findings: grouped(traffic.found),
            suppressed: [],
            facts: [...explorer.facts, ...traffic.facts],
            sections: traffic.sections,
            data: traffic.data,
            failOn: 'note',
          }
          const all = formats.map((format) => written(report, format, { allNotes: true })).join('\n')
          commands += all.split('curl -X').length - 1
          const secrets = [...list.flatMap(partsOf), ...phones.flatMap((one) => [one, Math.trunc(one / 2)]).map(String)]
          for (const secret of secrets)
            for (const shown of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
              if (all.includes(shown)) {
                const at = all.indexOf(shown)
                throw new Error(`${shown} is in the report: ${all.slice(Math.max(0, at - 200), at + 100)}`)
              }
        },
      ),
      RUNS,
      {
        // Every request has `headers`, which contains a part of one of these strings: `eade`.
        examples: [
          [Array<string>(8).fill('anna.leader@mail.example'), [79_000_000_000, 79_000_000_000], stream(accepted()), 0],
        ],
      },
    )
    expect(commands).toBeGreaterThan(RUNS)
  })
})
