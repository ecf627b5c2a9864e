import { cp, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { load } from '#mock/engine/load.ts'
import { paket, type PaketBehaviour } from '#mock/product/paket.ts'
import { walk } from '#mock/product/lifecycle/walk.ts'
import { root } from '../contract/contract.ts'
import { folderOfFile } from '#support/folders.ts'

const folder = folderOfFile().path
let text = ''
beforeAll(async () => {
  await cp(resolve(root, 'openapi'), folder, { recursive: true })
  text = await readFile(join(folder, 'lifecycle.yaml'), 'utf8')
})

/** Returns the error for a lifecycle in which one text is replaced, and the line of that text. */
async function loadError(from: string, to: string): Promise<{ message: string; line: number }> {
  const at = text.indexOf(from)
  if (at === -1) throw new Error(`the lifecycle has no ${from}`)
  await writeFile(join(folder, 'lifecycle.yaml'), text.replace(from, to))
  const line = text.slice(0, at).split('\n').length
  try {
    await load(paket, { contractDir: folder })
    return { message: 'nothing', line }
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error), line }
  }
}

describe('a mistake in the lifecycle fails the start, with line and nearest name:', () => {
  it.each<[string, string, string, string]>([
    [
      'a state',
      'state: daily, to: dailyPaid',
      'state: daly, to: dailyPaid',
      'unknown state "daly"; did you mean "daily"?',
    ],
    [
      'a fact',
      'if: { card.paysTerm: true }',
      'if: { card.payTerm: true }',
      'unknown fact "card.payTerm"; did you mean "card.paysTerm"?',
    ],
    ['a change', 'do: [startGrace]', 'do: [startGrade]', 'unknown change "startGrade"; did you mean "startGrace"?'],
    [
      'an event',
      'to: dailyPaid, on: orderPaid',
      'to: dailyPaid, on: orderPiad',
      'unknown call or event "orderPiad"; did you mean "orderPaid"?',
    ],
    [
      'an example',
      'answer: oneMorePeriod',
      'answer: oneMorePerod',
      'unknown example of createOrder "oneMorePerod"; did you mean "oneMorePeriod"?',
    ],
    [
      'a field of an answer',
      'result.isGracePeriod: true',
      'result.isGracePerid: true',
      'unknown field of getClientData "result.isGracePerid"; did you mean "result.isGracePeriod"?',
    ],
    [
      'a field of a request',
      'body.activationId: expired',
      'body.activatonId: expired',
      'unknown field of the request of activateByLink "activatonId"; did you mean "activationId"?',
    ],
    ['a duration', 'after: PT24H', 'after: 24 h', '24 h is not an ISO 8601 duration such as PT10S or P1D'],
    ['a variable', '$term.kopecks', '$term.kopeks', 'unknown variable "term.kopeks"; did you mean "term.kopecks"?'],
  ])('%s', async (_what, from, to, expected) => {
    const { message, line } = await loadError(from, to)
    expect(message).toContain(`lifecycle.yaml:${line} ${expected}`)
  })
})

// Plays a year of every scenario: on a busy machine that takes far longer than the default time-out.
describe('the walk', { timeout: 300_000 }, () => {
  const walked = async (from: string, to: string) => {
    await writeFile(join(folder, 'lifecycle.yaml'), text.replace(from, to))
    const loaded = await load(paket, { contractDir: folder })
    const { shop, lifecycleRules } = loaded.behaviour as PaketBehaviour
    return walk(loaded, shop, lifecycleRules, 0)
  }
  test('names scenario and rule when time leads to an answer that violates the contract', async () => {
    const { problems } = await walked('result.status: deactivated', 'result.status: gone')
    expect(problems.join('\n')).toMatch(
      /renewal-fails\.yaml, lifecycle\.yaml:\d+, step 2 \(86400 s later\): getClientData, .* must be one of/,
    )
  })
  test('names the rule whose transition leads to another state', async () => {
    const { problems } = await walked('{ result.isGracePeriod: true }', '{ result.isGracePeriod: false }')
    expect(problems.join('\n')).toMatch(/lifecycle\.yaml:\d+ leads to grace, the subscription is active after it/)
  })
})
