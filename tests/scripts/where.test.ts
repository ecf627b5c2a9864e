import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readRepository, where } from '../../scripts/where.ts'
import type { Found } from '../../scripts/where/sources.ts'
import { root } from '../../scripts/processes.ts'
import { startNode } from '#support/processes.ts'

// Concatenated, so that the scan of this file does not count them as citations.
const id = (area: string, name: string) => `${area}-${name}`

const repository = readRepository()
const labelsOf = ({ hops }: Found) => [...new Set(hops.map(({ label }) => label))]
const textOf = (found: Found | undefined, label: string) =>
  (found?.hops ?? []).filter((hop) => hop.label === label).map(({ text }) => text)

describe('a business code', () => {
  let found: Found[] = []
  beforeAll(async () => {
    ;({ found } = await where('2004', undefined, repository))
  })

  it('leads to each call that has it, with rule, failure, outcome, message, tests and requirement', () => {
    const order = found.find(({ title }) => title === 'createOrder alreadyConnecting')
    expect(order && labelsOf(order)).toEqual(
      expect.arrayContaining(['call', 'rule', 'failure', 'outcome', 'message', 'tests', 'requirement', 'table']),
    )
    expect(textOf(order, 'message')).toEqual(["'Пакет уже подключается, дождитесь СМС'"])
    expect(textOf(order, 'rule')).toEqual(['rejects 2, 2000 and more; needs result.orderId'])
    expect(textOf(order, 'requirement')[0]).toContain(`${id('C', 'ERR-04')} Create order code 2004`)
  })
  it('is not confused with the same code of a call with a longer name', () => {
    const scores = found.find(({ title }) => title === 'createScoresOrder employee')
    expect(textOf(scores, 'requirement')[0]).toContain('Create scores order code 2004')
    expect(textOf(scores, 'table')).toEqual(['| create_scores_order | 2004 | hr subscription |'])
  })
  it('has correct files and lines', async () => {
    const hops = found.flatMap((one) => one.hops).filter(({ label }) => ['failure', 'requirement'].includes(label))
    for (const { label, file, line, text } of hops) {
      const lines = (await readFile(join(root, file), 'utf8')).split('\n')
      const [word = ''] = text.split(' ')
      expect(lines[line - 1], `${label} ${file}:${line}`).toContain(word)
    }
    expect(hops.length).toBeGreaterThan(8)
  })
})

it.each([
  ['createOrder', '2004', ['createOrder alreadyConnecting'], []],
  ['create_scores_order', '2004', ['createScoresOrder employee'], []],
  ['createOrder', '9999', [], []],
  ['creatOrder', '2004', [], ['createOrder']],
])('of %s, %s is %j', async (call, word, titles, near) => {
  const { found, near: like } = await where(word, call, repository)
  expect({ titles: found.map(({ title }) => title), near: like.slice(0, 1) }).toEqual({ titles, near })
})

describe('words on the screen', () => {
  const places = ({ hops }: Found, label: string) => hops.flatMap((hop) => (hop.label === label ? [hop.file] : []))
  it('lead to the app, tests, requirements and decisions that have them, whatever their spaces and case', async () => {
    const { found } = await where('не удалось оплатить', undefined, repository)
    expect(found.map(({ title }) => title)).toEqual(['text «не удалось оплатить»'])
    expect(labelsOf(found[0]!)).toEqual(expect.arrayContaining(['app', 'tests', 'requirement']))
  })
  it('are found by the id of their message too', async () => {
    const { found } = await where('new-price', undefined, repository)
    expect(found.map(({ title }) => title)).toEqual(['message new-price'])
    expect(places(found[0]!, 'message')).toEqual(['web/src/features/purchase/messages/blocked-messages.ts'])
    expect(textOf(found[0], 'app')).toEqual(["title: 'Цена изменилась',"])
    expect(places(found[0]!, 'tests').length).toBeGreaterThan(0)
  })
  it('are unknown when nothing has them', async () => {
    // Joined, so that it is not found here.
    expect((await where(['Слон', 'в посудной лавке'].join(' '), undefined, repository)).found).toEqual([])
    expect((await where('no-such-message', undefined, repository)).found).toEqual([])
  })
})

it('takes words on the screen without quotes', async () => {
  const { exitCode, output } = startNode(['scripts/where.ts', 'Не', 'удалось', 'оплатить'])
  expect(await exitCode).toBe(0)
  expect(output()).toContain('text «Не удалось оплатить»')
})

describe('another word', () => {
  it.each([
    ['createOrder', 'call createOrder', ['call', 'rule', 'failure', 'app', 'tests']],
    ['create_order', 'call createOrder', ['call', 'rule', 'failure']],
    ['alreadyconnecting', 'createOrder alreadyConnecting', ['call', 'failure', 'outcome', 'message']],
    ['already-connecting', 'outcome already-connecting', ['outcome', 'message', 'failure']],
    ['unauthorized', 'unauthorized, common to all calls', ['failure', 'outcome', 'message']],
    ['422', 'HTTP 422', ['failure']],
    [id('OP', '12'), id('OP', '12'), ['decision', 'requirement', 'sources', 'tests']],
    [id('oo', '3'), id('OO', '03'), ['decision', 'requirement', 'sources']],
    [id('D', '03'), id('D', '03'), ['decision', 'sources', 'tests']],
    ['T4', 'T4', ['table', 'sources', 'tests']],
    [id('C', 'ROUTE-02'), id('C', 'ROUTE-02'), ['requirement', 'tests']],
    ['chooseCard', 'modal chooseCard', ['modal', 'asked', 'gallery', 'tests']],
  ])('%s is explained as %s', async (word, title, labels) => {
    const { found, near } = await where(word, undefined, repository)
    const one = found.find((each) => each.title === title)
    expect(one && labelsOf(one)).toEqual(expect.arrayContaining(labels))
    expect(near).toEqual([])
  })
  it.each([
    ['alredyConnecting', 'alreadyConnecting'],
    ['createOder', 'createOrder'],
    ['choseCard', 'chooseCard'],
  ])('%s is unknown, and similar to %s', async (word, near) => {
    const answer = await where(word, undefined, repository)
    expect(answer.found).toEqual([])
    expect(answer.near[0]).toBe(near)
  })
})

describe('the command', () => {
  const run = async (...args: string[]) => {
    const { exitCode, output } = startNode(['scripts/where.ts', ...args])
    return { code: await exitCode, text: output() }
  }
  it('prints clickable places and exits with 0', async () => {
    const { code, text } = await run('alreadyConnecting')
    expect(code).toBe(0)
    expect(text).toMatch(/failure +openapi\/paths\/orders\/create-order\.yaml:\d+ {2}alreadyConnecting \(code 2004\)/)
  })
  it('exits with 1 and similar words for an unknown word, and with 2 without a word', async () => {
    expect(await run('alredyConnecting')).toMatchObject({
      code: 1,
      text: expect.stringContaining('did you mean alreadyConnecting') as string,
    })
    expect((await run()).code).toBe(2)
    expect((await run('--help')).code).toBe(0)
  })
})
