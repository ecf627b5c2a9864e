import type { Call, Description } from '../description/description.ts'
import { child, type Reading } from '../description/reading.ts'
import { parameterExamplesOf, requestExamplesOf } from '../explore/values.ts'
import { CannotCheck } from '../report/cannot-check.ts'
import { OWN_HEADERS } from '../traffic/expectations.ts'
import { writtenParameter } from '../traffic/given.ts'
import type { Flow } from './flows.ts'

export interface Plan {
  /** Reads, each with path, query and headers, and a body when the call takes one. */
  calls: { call: Call; target: string; headers: Record<string, string>; body: unknown }[]
  flows: Flow[]
  /** Calls and flows that are not run, and why. */
  left: string[]
}
interface Asked {
  allowWrites: boolean
  /** Whether requests are generated too; for calls that write only with `allowWrites`. */
  explores: boolean
  /** Only these flows; empty for all. */
  flows: readonly string[]
  inputs: Record<string, string>
}

const SAFE = new Set(['get', 'head', 'options'])
/** Returns whether a call only reads: by its method, or by a cache key or a poll in `x-cache`. */
export const isRead = (call: Call) =>
  SAFE.has(call.method) ||
  child(call.at, 'x-cache', 'key') !== undefined ||
  child(call.at, 'x-cache', 'poll') !== undefined
/** Returns the contract's first example of a request body; an empty object without one. */
function exampleOf(reading: Reading, { body }: Call): unknown {
  const [example = {}] = body ? requestExamplesOf(reading, child(body.at, 'content', 'application/json')) : []
  return example
}
interface ReadyRequest {
  target: string
  headers: Record<string, string>
}
/** Returns path, query and headers with the contract's examples, or why the call cannot be made, or which examples are missing. */
function requestOf(reading: Reading, call: Call): ReadyRequest | { why: string } | { missing: string[] } {
  const needed = call.parameters.filter(
    ({ name, in: where, required }) =>
      required && where !== 'cookie' && !(where === 'header' && OWN_HEADERS.has(name.toLowerCase())),
  )
  const shown = needed.map((parameter) => {
    const schema = reading.follow(parameter.schema)
    const listed = [child(schema, 'const'), child(schema, 'enum', 0)].find((one) => one !== undefined)
    const [value] = [...parameterExamplesOf(reading, parameter), listed?.value]
    const pairs = value === undefined ? [] : writtenParameter(reading, parameter, value)
    return { name: parameter.name, where: parameter.in, pairs }
  })
  const odd = shown.find(({ pairs }) => pairs === null)
  if (odd) return { why: `its parameter ${odd.name} is written in a style that is not made` }
  const missing = shown.filter(({ pairs }) => pairs?.length === 0).map(({ name }) => name)
  if (missing.length > 0) return { missing }
  const pairsIn = (place: string) => shown.flatMap(({ where, pairs }) => (where === place ? (pairs ?? []) : []))
  const paths = new Map(pairsIn('path'))
  const query = new URLSearchParams(pairsIn('query')).toString()
  const path = call.path.replace(/\{([^{}]*)\}/g, (_, name: string) => encodeURIComponent(paths.get(name) ?? ''))
  return {
    target: query === '' ? path : `${path}?${query}`,
    headers: Object.fromEntries(pairsIn('header')),
  }
}

/** Returns what would be sent. Throws `CannotCheck` for an unknown flow. */
export function planOf(
  { calls, reading }: Description,
  flows: readonly Flow[],
  { allowWrites, explores, flows: wanted, inputs }: Asked,
): Plan {
  const unknown = wanted.filter((name) => !flows.some(({ id }) => id === name))
  if (unknown.length > 0)
    throw new CannotCheck(
      `There is no flow called ${unknown.join(', ')}; there are ${flows.map(({ id }) => id).join(', ')}`,
    )
  const reads = new Set(calls.filter(isRead).map(({ id }) => id))
  const plan: Plan = {
    calls: [],
    flows: [],
    left: [],
  }
  const left = new Map<string, string[]>()
  const leave = (why: string, { id }: Call) => void left.set(why, [...(left.get(why) ?? []), id])
  for (const call of wanted.length > 0 ? [] : calls.filter(isRead)) {
    const request = requestOf(reading, call)
    if ('target' in request)
      plan.calls.push({ call, ...request, body: call.body ? exampleOf(reading, call) : undefined })
    else if ('why' in request) leave(request.why, call)
    else if (!explores)
      leave(`the contract shows no value of ${request.missing.join(', ')}; --explore makes values up`, call)
  }
  for (const [why, ids] of left) plan.left.push(`${ids.join(', ')}: ${why}`)
  for (const flow of flows.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) {
    const writes = flow.calls.filter((id) => !reads.has(id))
    const missing = flow.inputs.filter((name) => name !== 'token' && inputs[name] === undefined)
    if (writes.length > 0 && !allowWrites)
      plan.left.push(`${flow.id}: it writes (${writes.join(', ')}); --allow-writes runs it`)
    else if (missing.length > 0)
      plan.left.push(`${flow.id}: it needs ${missing.map((name) => `--input ${name}=…`).join(' ')}`)
    else plan.flows.push(flow)
  }
  const alone = calls.filter(({ id }) => !reads.has(id) && !flows.some((flow) => flow.calls.includes(id)))
  if (alone.length > 0 && wanted.length === 0 && !(explores && allowWrites))
    plan.left.push(
      `${alone.map(({ id }) => id).join(', ')}: what writes and is in no flow is called only with --explore --allow-writes`,
    )
  return plan
}

/** Returns the plan of a dry run as text. */
export function planText({ calls, flows, left }: Plan, server: string): string {
  return [
    `Would be sent to ${server}; nothing was.`,
    '',
    ...calls.map(({ call, target, headers, body }) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      return [call.method.toUpperCase(), target, ...lines, JSON.stringify(body)].join(' ').trimEnd()
    }),
    ...flows.map(({ id, summary, calls: some }) => `flow ${id} (${some.join(', ')}): ${summary}`),
    ...left.map((text) => `not: ${text}`),
  ].join('\n')
}
