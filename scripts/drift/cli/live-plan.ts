import type { Call, Description } from '../description/description.ts'
import { child, parts } from '../description/reading.ts'
import { CannotCheck } from '../report/cannot-check.ts'
import type { Flow } from './flows.ts'

export interface Plan {
  calls: { call: Call; body: unknown }[]
  flows: Flow[]
  /** Flows that are not run, and why. */
  left: string[]
}
export interface LiveOptions {
  token?: string | undefined
  allowWrites?: boolean
  flows?: readonly string[]
  inputs?: Record<string, string>
}

/** A call that only reads, by the contract's own word: it has a cache key or is polled. */
const isRead = (call: Call) =>
  child(call.at, 'x-cache', 'key') !== undefined || child(call.at, 'x-cache', 'poll') !== undefined
/** The contract's first example of a request. */
function exampleOf({ body }: Call): unknown {
  const media = body ? child(body.at, 'content', 'application/json') : undefined
  const [, example] = parts(media && child(media, 'examples'))[0] ?? []
  return example ? child(example, 'value')?.value : {}
}

/** What would be sent. */
export function planOf(
  { calls }: Description,
  flows: readonly Flow[],
  { allowWrites = false, flows: wanted = [], inputs = {} }: LiveOptions,
): Plan {
  const unknown = wanted.filter((name) => !flows.some(({ id }) => id === name))
  if (unknown.length > 0)
    throw new CannotCheck(
      `There is no flow called ${unknown.join(', ')}; there are ${flows.map(({ id }) => id).join(', ')}`,
    )
  const reads = new Set(calls.filter(isRead).map(({ id }) => id))
  const plan: Plan = {
    calls: wanted.length > 0 ? [] : calls.filter(isRead).map((call) => ({ call, body: exampleOf(call) })),
    flows: [],
    left: [],
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
  return plan
}

/** The plan as text. */
export function planText({ calls, flows, left }: Plan, server: string): string {
  return [
    `Would be sent to ${server}; nothing was.`,
    '',
    ...calls.map(({ call, body }) => `POST ${call.path} ${JSON.stringify(body)}`),
    ...flows.map(({ id, summary, calls: some }) => `flow ${id} (${some.join(', ')}): ${summary}`),
    ...left.map((text) => `not: ${text}`),
  ].join('\n')
}
