import type { Call, Description } from '../description/description.ts'
import { child, parts } from '../description/reading.ts'
import { CannotCheck } from '../report/cannot-check.ts'
import { OWN_HEADERS } from '../traffic/expectations.ts'
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

/** Returns whether a call only reads: by its method, or by a cache key or a poll in `x-cache`. */
export const isRead = (call: Call) =>
  call.method === 'get' ||
  child(call.at, 'x-cache', 'key') !== undefined ||
  child(call.at, 'x-cache', 'poll') !== undefined
/** Returns the contract's first example of a request body; an empty object without one. */
function exampleOf({ body }: Call): unknown {
  const media = body ? child(body.at, 'content', 'application/json') : undefined
  const [, example] = parts(media && child(media, 'examples'))[0] ?? []
  return example ? child(example, 'value')?.value : {}
}
/** Returns path, query and headers with the contract's examples, and the names of parameters without one. */
function requestOf(call: Call): { target: string; headers: Record<string, string>; missing: string[] } {
  const needed = call.parameters.filter(
    ({ name, in: where, required }) =>
      required && where !== 'cookie' && !(where === 'header' && OWN_HEADERS.has(name.toLowerCase())),
  )
  const shown = needed.map(({ name, in: where, at, schema }) => {
    const [, example] = parts(child(at, 'examples'))[0] ?? []
    const given = [
      child(at, 'example'),
      example && child(example, 'value'),
      child(schema, 'example'),
      child(schema, 'default'),
      child(schema, 'const'),
      child(schema, 'enum', 0),
    ]
    return { name, where, value: given.find((one) => one !== undefined)?.value }
  })
  const plain = (value: unknown) => [value].flat().map(String).join(',')
  const text = (value: unknown) => encodeURIComponent(plain(value))
  const path = call.path.replace(/\{([^{}]*)\}/g, (_, name: string) =>
    text(shown.find((one) => one.where === 'path' && one.name === name)?.value),
  )
  const query = shown
    .filter(({ where }) => where === 'query')
    .map(({ name, value }) => `${encodeURIComponent(name)}=${text(value)}`)
  return {
    target: query.length > 0 ? `${path}?${query.join('&')}` : path,
    headers: Object.fromEntries(
      shown.filter(({ where }) => where === 'header').map(({ name, value }) => [name, plain(value)]),
    ),
    missing: shown.filter(({ value }) => value === undefined).map(({ name }) => name),
  }
}

/** Returns what would be sent. Throws `CannotCheck` for an unknown flow. */
export function planOf(
  { calls }: Description,
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
  for (const call of wanted.length > 0 ? [] : calls.filter(isRead)) {
    const { target, headers, missing } = requestOf(call)
    if (missing.length === 0) plan.calls.push({ call, target, headers, body: call.body ? exampleOf(call) : undefined })
    else plan.left.push(`${call.id}: the contract shows no value of ${missing.join(', ')}`)
  }
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
