import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callsOf, codesOf, type Contract, failureOf, plainRendering } from '@paket/contract'
import { createConfig, lint } from '@redocly/openapi-core'
import { parse } from 'yaml'
import { readFile } from 'node:fs/promises'
import { readContract, root, schemaCheck } from './contract.ts'

const { document, calls } = await readContract()
const plain = plainRendering(document) as Contract
const check = schemaCheck(plain)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** Returns the schemas of a call's 200. */
const branchesOf = ({ id, operation }: (typeof calls)[number]) =>
  ['success', ...operation['x-failures'].map(({ name }) => name)]
    .map((name) => `${capital(id)}${capital(name)}`)
    .filter((name) => name in (plain.components.schemas ?? {}))
const matching = (call: (typeof calls)[number], value: unknown) =>
  branchesOf(call).filter((name) => check(`#/components/schemas/${name}`, value).length === 0)

const refusing = calls.filter(({ operation }) => Object.keys(operation['x-validity'].reject).length > 0)

test('most calls can fail in a 200', () => {
  expect(refusing.length).toBeGreaterThan(25)
})

describe.each(refusing.map((call) => [call.id, call] as const))('%s', (id, call) => {
  test('each example of a 200 matches only its success or its failure', () => {
    for (const { value, name } of call.answers.filter(({ status }) => status === 200)) {
      const code = (value as { code?: number }).code ?? null
      const failure = failureOf(document, call.operation, { status: 200, code })
      expect(matching(call, value), name).toEqual([`${capital(id)}${failure ? capital(failure.name) : 'Success'}`])
    }
  })

  test('an unlisted code matches no branch, or the success if the rule accepts it', () => {
    const listed = call.operation['x-failures'].flatMap(codesOf)
    const success = call.answers.find(({ status, value }) => status === 200 && !isRefused(call.operation, value))
    expect(listed).not.toContain(7777)
    const unlisted = { ...(success?.value as object), code: 7777 }
    expect(matching(call, unlisted)).toEqual(isRefused(call.operation, unlisted) ? [] : [`${capital(id)}Success`])
  })
})
const isRefused = (operation: (typeof calls)[number]['operation'], value: unknown) =>
  failureOf(document, operation, { status: 200, code: (value as { code?: number }).code ?? null }) !== null

test('Redocly’s strictest rules report only successes that may come without a code as overlapping', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lint({ ref: resolve(root, 'sdk/src/generated/openapi.yaml'), config })
  const reported = problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer?.split('/')[2]}`)
  const paths = ['activate_by_link', 'change_autopayment_option', 'delete_subscriber_relation', 'pay_order']
  expect([...new Set(reported)].toSorted()).toEqual(
    paths.map((path) => `no-illogical-composition-keywords ~1v1~1${path}`),
  )
})

test('it contains no extension of ours, and every call has code samples and a list of failures', async () => {
  const text = await readFile(resolve(root, 'sdk/src/generated/openapi.yaml'), 'utf8')
  expect(parse(text)).toEqual(JSON.parse(JSON.stringify(plain)))
  expect(text).not.toMatch(/\bx-(?!codeSamples\b)[a-z]+['"]?:/)
  for (const { id, operation } of callsOf(plain)) {
    expect(Object.keys(operation), id).toContain('x-codeSamples')
    expect(operation.responses, id).toHaveProperty('429')
    // orval with zod writes no types of shared responses, so that its clients would not compile.
    expect(JSON.stringify(operation.responses), id).not.toContain('#/components/responses/')
    for (const { name } of calls.find((call) => call.id === id)?.operation['x-failures'] ?? [])
      expect(operation.description, id).toContain(`\`${name}\``)
  }
})
