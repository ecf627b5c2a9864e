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

/** The contract, with the places of its parts and all sources. */
export interface LookupContext {
  contract: Contract
  places: Places
  sources: Sources
}
const lastStep = (path: string) => path.split('/').at(-1) ?? ''

/** Returns all words that lead to a call, a failure or an outcome. */
export const contractWords = ({ contract }: LookupContext): string[] => [
  ...callsOf(contract).flatMap(({ id, path, operation }) => [
    id,
    lastStep(path),
    ...failuresOf(contract, operation).flatMap((failure) => [failure.name, ...codesOf(failure).map(String)]),
  ]),
  ...Object.keys(contract['x-outcomes']),
]

/** Looks up a code, an HTTP status, a call, a failure or an outcome; empty for another word. */
export function whereInContract(context: LookupContext, word: string): Found[] {
  const same = (other: string) => other.toLowerCase() === word.toLowerCase()
  const calls = callsOf(context.contract)
  const call = calls.find(({ id, path }) => same(id) || same(path) || same(lastStep(path)))
  if (call) return [callEntry(context, call)]
  const found = calls.flatMap((each) =>
    failuresOf(context.contract, each.operation)
      .filter((failure) => !failure.isCommon || !/^\d+$/.test(word))
      .filter((failure) => codesOf(failure).map(String).includes(word) || same(failure.name))
      .map((failure) => failureEntry(context, each, failure, word)),
  )
  if (found.length > 0) return mergeCommon(found)
  const isStatus = /^[1-5]\d\d$/.test(word)
  const leading = calls.flatMap((each) =>
    failuresOf(context.contract, each.operation)
      .filter((failure) => same(failure.outcome) || (isStatus && statusesOf(failure, [word]).length > 0))
      .map((failure) => failureHop(context, each, failure)),
  )
  const outcome = Object.keys(context.contract['x-outcomes']).find(same)
  if (outcome) return [{ title: `outcome ${outcome}`, hops: [...outcomeHops(context, outcome), ...leading] }]
  return leading.length > 0 ? [{ title: `HTTP ${word}`, hops: leading }] : []
}

/** Merges entries of a common failure; calls that give it another outcome remain separate. */
const mergeCommon = (found: readonly Found[]): Found[] => [
  ...new Map(found.map((one) => [JSON.stringify(one.hops.filter(({ label }) => label === 'failure')), one])).values(),
]

function callEntry(context: LookupContext, call: Call): Found {
  const failures = failuresOf(context.contract, call.operation).filter((one) => !one.isCommon || !isListed(one))
  const step = lastStep(call.path).replaceAll('_', ' ')
  const used = context.sources.matching(app, wordPattern(call.id))
  const tested = context.sources.matching(tests, wordPattern(call.id))
  const rows = context.sources.rows.filter(({ text }) => text.toLowerCase().includes(step))
  return {
    title: `call ${call.id}`,
    hops: [
      ...callHops(context, call),
      ...failures.map((failure) => failureHop(context, call, failure)),
      ...labelled('app', used),
      ...labelled('tests', tested),
      ...rowHops(rows),
    ],
  }
}

function failureEntry(context: LookupContext, call: Call, failure: Failure, word: string): Found {
  const { sources } = context
  const isCode = /^\d+$/.test(word)
  const rows = sources.rows.filter(({ text }) =>
    mentionsCode(context, call, isCode ? [Number(word)] : codesOf(failure), text),
  )
  const citing =
    rows.length > 0 ? sources.matching(tests, new RegExp(rows.map(({ id }) => `\\b${id}\\b`).join('|'))) : []
  const direct = [
    ...citing,
    ...sources.matching(tests, new RegExp(`\\b${call.id}\\b.*\\b${isCode ? word : failure.name}\\b`)),
  ]
  // A one-word name may be any word in a text, so it is not searched for.
  const named = /[A-Z]/.test(failure.name) ? sources.matching(tests, wordPattern(failure.name)) : []
  const table = sources
    .matching(decisions, /^\| /)
    .filter(({ text }) => isCode && mentionsCode(context, call, [Number(word)], text))
  return {
    title: failure.isCommon ? `${failure.name}, common to all calls` : `${call.id} ${failure.name}`,
    hops: [
      ...(failure.isCommon ? [] : callHops(context, call)),
      failureHop(context, call, failure),
      ...outcomeHops(context, failure.outcome, failure.name),
      ...labelled('tests', [...new Set([...direct, ...named])]),
      ...rowHops([...new Set([...rows, ...sources.rowsCited(direct)])]),
      ...labelled('table', table),
    ],
  }
}

/**
 * Whether a text is about a code of this call: among the calls whose path words it contains, the longest counts
 * (`create scores order`, not `create order`).
 */
function mentionsCode({ contract }: LookupContext, call: Call, codes: readonly number[], text: string): boolean {
  const words = new Set(text.toLowerCase().match(/[a-z]+|\d+/g))
  if (!codes.some((code) => words.has(String(code)))) return false
  const mentioned = callsOf(contract)
    .map(({ path }) => lastStep(path).split('_'))
    .filter((steps) => steps.every((one) => words.has(one)))
  return mentioned.toSorted((a, b) => b.length - a.length)[0]?.join('_') === lastStep(call.path)
}

const hop = ({ sources }: LookupContext, label: string, { file, line }: Place, text: string): Hop => ({
  label,
  file: relative(sources.root, file),
  line,
  text,
})
function callHops(context: LookupContext, { id, path, operation }: Call): Hop[] {
  return [
    hop(context, 'call', context.places.ofCall(id), `POST ${path}: ${operation.summary}`),
    hop(context, 'rule', context.places.ofCall(id, 'x-validity'), ruleText(operation['x-validity'])),
  ]
}
function failureHop(context: LookupContext, { id, operation }: Call, failure: Failure): Hop {
  const { name, outcome, description = '', when } = failure
  const indexIn = (entries: readonly { name: string }[]) => entries.findIndex((entry) => entry.name === name)
  const ownIndex = indexIn(operation['x-failures'])
  const place =
    ownIndex < 0
      ? context.places.ofFile('openapi.yaml', 'x-failures', indexIn(context.contract['x-failures']))
      : context.places.ofCall(id, 'x-failures', ownIndex)
  return hop(context, 'failure', place, `${name} (${meaningOf(failure) || when}) → ${outcome}. ${description}`.trim())
}

/** Hops of an outcome: outcomes.yaml if it is shared, the message that the app shows, and where the app uses it. */
function outcomeHops(context: LookupContext, outcome: string, failure = outcome): Hop[] {
  const { lines } = context.sources
  const key = new RegExp(`^'?(${outcome}|${failure})'?: `)
  const quoted = outcome.includes('-') ? `|'${outcome}'` : ''
  const used = context.sources.matching(app, new RegExp(`${key.source}|(?<![\\w-])${failure}(?![\\w-])${quoted}`))
  const messages = used.flatMap((line) => {
    const below = key.test(line.text) ? lines.slice(lines.indexOf(line), lines.indexOf(line) + 4) : []
    const title = below.map(({ text }) => /title: (['`].*?['`])/.exec(text)?.[1]).find(Boolean)
    return title ? [{ line, title }] : []
  })
  const rest = used.filter((each) => !messages.some(({ line }) => line === each))
  const shared = context.sources.matching(/^openapi\/outcomes\.yaml$/, new RegExp(`^${outcome}:`))
  return [
    ...labelled('outcome', shared).map((found) => ({
      ...found,
      text: `${outcome}: ${context.contract['x-outcomes'][outcome]?.say}`,
    })),
    ...messages.map(({ line, title }) => ({ ...line, label: 'message', text: title })),
    ...labelled('app', outcome === failure && !outcome.includes('-') ? [] : rest),
  ]
}

function ruleText({ reject: { codes = [], from, except }, require = [] }: Validity): string {
  const parts = [...codes.map(String), ...(from === undefined ? [] : [`${from} and more`])]
  const rejected = except
    ? `every code but ${except.join(', ')}`
    : parts.join(', ') || 'nothing: only the HTTP status decides'
  return `rejects ${rejected}${require.length > 0 ? `; needs ${require.join(', ')}` : ''}`
}
