import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callsOf, codesOf, type Contract, failureOf, plainRendering } from '@paket/contract'
import { parse } from 'yaml'
import { readFile } from 'node:fs/promises'
import { readContract, root, schemaCheck } from './contract.ts'

const { document, calls } = await readContract()
const plain = plainRendering(document) as Contract
const check = schemaCheck(plain)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** The schemas of a call's 200. */
const branchesOf = ({ id, operation }: (typeof calls)[number]) =>
  ['success', ...operation['x-failures'].map(({ name }) => name)]
    .map((name) => `${capital(id)}${capital(name)}`)
    .filter((name) => name in (plain.components.schemas ?? {}))
const matching = (call: (typeof calls)[number], value: unknown) =>
  branchesOf(call).filter((name) => check(`#/components/schemas/${name}`, value).length === 0)

const refusing = calls.filter(({ operation }) => Object.keys(operation['x-validity'].reject).length > 0)

test('most calls may fail in a 200', () => {
  expect(refusing.length).toBeGreaterThan(25)
})

describe.each(refusing.map((call) => [call.id, call] as const))('%s', (id, call) => {
  test('each 200 that the contract shows is its success or the failure with its name, and no other', () => {
    for (const { value, name } of call.answers.filter(({ status }) => status === 200)) {
      const code = (value as { code?: number }).code ?? null
      const failure = failureOf(document, call.operation, { status: 200, code })
      expect(matching(call, value), name).toEqual([`${capital(id)}${failure ? capital(failure.name) : 'Success'}`])
    }
  })

  test('a code that is not listed is none of them, or the success where the rule accepts it', () => {
    const listed = call.operation['x-failures'].flatMap(codesOf)
    const success = call.answers.find(({ status, value }) => status === 200 && !isRefused(call.operation, value))
    expect(listed).not.toContain(7777)
    const unlisted = { ...(success?.value as object), code: 7777 }
    expect(matching(call, unlisted)).toEqual(isRefused(call.operation, unlisted) ? [] : [`${capital(id)}Success`])
  })
})
const isRefused = (operation: (typeof calls)[number]['operation'], value: unknown) =>
  failureOf(document, operation, { status: 200, code: (value as { code?: number }).code ?? null }) !== null

test('it has no word of our own, and every call has samples and says how it fails', async () => {
  const text = await readFile(resolve(root, 'sdk/src/generated/openapi.yaml'), 'utf8')
  expect(parse(text)).toEqual(JSON.parse(JSON.stringify(plain)))
  expect(text).not.toMatch(/\bx-(?!codeSamples\b)[a-z]+['"]?:/)
  for (const { id, operation } of callsOf(plain)) {
    expect(Object.keys(operation), id).toContain('x-codeSamples')
    expect(operation.responses, id).toHaveProperty('429')
    for (const { name } of calls.find((call) => call.id === id)?.operation['x-failures'] ?? [])
      expect(operation.description, id).toContain(`\`${name}\``)
  }
})
