import { relative } from 'node:path'
import {
  type Call,
  callsOf,
  codesOf,
  type Contract,
  type Failure,
  failuresOf,
  isListed,
  meaningOf,
  type Place,
  type Places,
  statusesOf,
  type Validity,
} from '@paket/contract'
import { app, decisions, type Found, type Hop, labelled, rowHops, type Sources, tests, wordPattern } from './sources.ts'

/** The contract, and everything that is written about it. */
export interface House {
  contract: Contract
  places: Places
  sources: Sources
}
const lastStep = (path: string) => path.split('/').at(-1) ?? ''

/** The words that lead to a call, a failure or an outcome. */
export const contractWords = ({ contract }: House): string[] => [
  ...callsOf(contract).flatMap(({ id, path, operation }) => [
    id,
    lastStep(path),
    ...failuresOf(contract, operation).flatMap((failure) => [failure.name, ...codesOf(failure).map(String)]),
  ]),
  ...Object.keys(contract['x-outcomes']),
]

/** What a code, an HTTP status, a call, a failure or an outcome is; nothing for another word. */
export function whereInContract(house: House, word: string): Found[] {
  const same = (other: string) => other.toLowerCase() === word.toLowerCase()
  const calls = callsOf(house.contract)
  const call = calls.find(({ id, path }) => same(id) || same(path) || same(lastStep(path)))
  if (call) return [wholeCall(house, call)]
  const found = calls.flatMap((each) =>
    failuresOf(house.contract, each.operation)
      .filter((failure) => !failure.isCommon || !/^\d+$/.test(word))
      .filter((failure) => codesOf(failure).map(String).includes(word) || same(failure.name))
      .map((failure) => failureChain(house, each, failure, word)),
  )
  if (found.length > 0) return common(found)
  const isStatus = /^[1-5]\d\d$/.test(word)
  const leading = calls.flatMap((each) =>
    failuresOf(house.contract, each.operation)
      .filter((failure) => same(failure.outcome) || (isStatus && statusesOf(failure, [word]).length > 0))
      .map((failure) => failureHop(house, each, failure)),
  )
  const outcome = Object.keys(house.contract['x-outcomes']).find(same)
  if (outcome) return [{ title: `outcome ${outcome}`, hops: [...outcomeHops(house, outcome), ...leading] }]
  return leading.length > 0 ? [{ title: `HTTP ${word}`, hops: leading }] : []
}

/** A failure that every call has is one story; calls that make another outcome of it are others. */
const common = (found: readonly Found[]): Found[] => [
  ...new Map(found.map((one) => [JSON.stringify(one.hops.filter(({ label }) => label === 'failure')), one])).values(),
]

function wholeCall(house: House, call: Call): Found {
  const failures = failuresOf(house.contract, call.operation).filter((one) => !one.isCommon || !isListed(one))
  const step = lastStep(call.path).replaceAll('_', ' ')
  const used = house.sources.matching(app, wordPattern(call.id))
  const tested = house.sources.matching(tests, wordPattern(call.id))
  const rows = house.sources.rows.filter(({ text }) => text.toLowerCase().includes(step))
  return {
    title: `call ${call.id}`,
    hops: [
      ...callHops(house, call),
      ...failures.map((failure) => failureHop(house, call, failure)),
      ...labelled('app', used),
      ...labelled('tests', tested),
      ...rowHops(rows),
    ],
  }
}

function failureChain(house: House, call: Call, failure: Failure, word: string): Found {
  const { sources } = house
  const isCode = /^\d+$/.test(word)
  const rows = sources.rows.filter(({ text }) =>
    speaksOf(house, call, isCode ? [Number(word)] : codesOf(failure), text),
  )
  const citing =
    rows.length > 0 ? sources.matching(tests, new RegExp(rows.map(({ id }) => `\\b${id}\\b`).join('|'))) : []
  const direct = [
    ...citing,
    ...sources.matching(tests, new RegExp(`\\b${call.id}\\b.*\\b${isCode ? word : failure.name}\\b`)),
  ]
  // A name of one word may be any word.
  const named = /[A-Z]/.test(failure.name) ? sources.matching(tests, wordPattern(failure.name)) : []
  const table = sources
    .matching(decisions, /^\| /)
    .filter(({ text }) => isCode && speaksOf(house, call, [Number(word)], text))
  return {
    title: failure.isCommon ? `${failure.name}, of every call` : `${call.id} ${failure.name}`,
    hops: [
      ...(failure.isCommon ? [] : callHops(house, call)),
      failureHop(house, call, failure),
      ...outcomeHops(house, failure.outcome, failure.name),
      ...labelled('tests', [...new Set([...direct, ...named])]),
      ...rowHops([...new Set([...rows, ...sources.rowsCited(direct)])]),
      ...labelled('table', table),
    ],
  }
}

/** Whether a text speaks of a code of a call: of all calls whose path is in it, word by word, it is the longest (`create scores order`, not `create order`). */
function speaksOf({ contract }: House, call: Call, codes: readonly number[], text: string): boolean {
  const words = new Set(text.toLowerCase().match(/[a-z]+|\d+/g))
  if (!codes.some((code) => words.has(String(code)))) return false
  const meant = callsOf(contract)
    .map(({ path }) => lastStep(path).split('_'))
    .filter((steps) => steps.every((one) => words.has(one)))
  return meant.toSorted((a, b) => b.length - a.length)[0]?.join('_') === lastStep(call.path)
}

const hop = ({ sources }: House, label: string, { file, line }: Place, text: string): Hop => ({
  label,
  file: relative(sources.root, file),
  line,
  text,
})
function callHops(house: House, { id, path, operation }: Call): Hop[] {
  return [
    hop(house, 'call', house.places.ofCall(id), `POST ${path}: ${operation.summary}`),
    hop(house, 'rule', house.places.ofCall(id, 'x-validity'), ruleText(operation['x-validity'])),
  ]
}
function failureHop(house: House, { id, operation }: Call, failure: Failure): Hop {
  const { name, outcome, description = '', when } = failure
  const of = (entries: readonly { name: string }[]) => entries.findIndex((entry) => entry.name === name)
  const own = of(operation['x-failures'])
  const place =
    own < 0
      ? house.places.ofFile('openapi.yaml', 'x-failures', of(house.contract['x-failures']))
      : house.places.ofCall(id, 'x-failures', own)
  return hop(house, 'failure', place, `${name} (${meaningOf(failure) || when}) → ${outcome}. ${description}`.trim())
}

/** The outcome where several failures share it, what the app shows for it (or for the failure itself), and where the app names either. */
function outcomeHops(house: House, outcome: string, failure = outcome): Hop[] {
  const { lines } = house.sources
  const key = new RegExp(`^'?(${outcome}|${failure})'?: `)
  const quoted = outcome.includes('-') ? `|'${outcome}'` : ''
  const used = house.sources.matching(app, new RegExp(`${key.source}|(?<![\\w-])${failure}(?![\\w-])${quoted}`))
  const messages = used.flatMap((line) => {
    const below = key.test(line.text) ? lines.slice(lines.indexOf(line), lines.indexOf(line) + 4) : []
    const title = below.map(({ text }) => /title: (['`].*?['`])/.exec(text)?.[1]).find(Boolean)
    return title ? [{ line, title }] : []
  })
  const rest = used.filter((each) => !messages.some(({ line }) => line === each))
  const shared = house.sources.matching(/^openapi\/outcomes\.yaml$/, new RegExp(`^${outcome}:`))
  return [
    ...labelled('outcome', shared).map((found) => ({
      ...found,
      text: `${outcome}: ${house.contract['x-outcomes'][outcome]?.say}`,
    })),
    ...messages.map(({ line, title }) => ({ ...line, label: 'message', text: title })),
    ...labelled('app', outcome === failure && !outcome.includes('-') ? [] : rest),
  ]
}

function ruleText({ reject: { codes = [], from, except }, require = [] }: Validity): string {
  const parts = [...codes.map(String), ...(from === undefined ? [] : [`${from} and more`])]
  const rejected = except
    ? `every code but ${except.join(', ')}`
    : parts.join(', ') || 'no 200: the status alone decides'
  return `rejects ${rejected}${require.length > 0 ? `; needs ${require.join(', ')}` : ''}`
}
