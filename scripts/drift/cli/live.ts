import { dirname, join } from 'node:path'
import { CannotCheck, whyUnanswered } from '../report/cannot-check.ts'
import { contractFile } from '../description/contract-file.ts'
import { describe } from '../description/description.ts'
import { withoutEndSlashes } from '../description/paths.ts'
import type { Found } from '../report/finding.ts'
import { ask } from './ask.ts'
import { readFlows, runFlow, whyNotRun } from './flows.ts'
import { isRead, type Plan, planOf, planText } from './live-plan.ts'
import type { Io } from './io.ts'
import { type Common, commonHelp, parseOptions } from './options.ts'
import { writeReport } from './write-report.ts'
import { rules } from '../rules/rules.ts'
import { expectationsOf } from '../traffic/expectations.ts'
import { addressOf } from '../traffic/recording-proxy.ts'
import { Traffic } from '../traffic/traffic.ts'
import { Explorer } from '../explore/explore.ts'
import { curlOf } from '../explore/requests.ts'
import { exploreHelp, exploreOf, exploreOptions } from './explore-options.ts'

export const liveHelp = `drift live <url>: checks a running backend against the contract. It sends the contract's own examples to calls that read, and
judges the answers as \`drift traffic\` does. It also runs the contract's flows: what a user does, in several calls.

It changes nothing: flows that order, pay or change anything run only with --allow-writes.

  --token <token>       bearer token; --token-env is better, because the process list does not show it
  --token-env <name>    the environment variable with the bearer token
  --base <path>         the base path of the calls, when the address has no path and it is not the contract's; / is the root
  --allow-writes        also run flows that write: on a test system, as a test user
  --flow <name>         only this flow, and no single calls (may be repeated)
  --input <name=value>  an input of a flow, such as orderId=… (may be repeated)
  --dry-run             list what would be sent, and send nothing; with --explore also every generated request
${exploreHelp}
${commonHelp}`

/**
 * Returns the server's URL: `http://host` becomes `http://host/bff/api`, with the contract's base path, unless it has a
 * path.
 */
function serverOf(url: string, base: string): string {
  const { origin, pathname } = addressOf(url)
  const path = withoutEndSlashes(pathname)
  return `${origin}${path === '' ? withoutEndSlashes(new URL(base, origin).pathname) : path}`
}

export async function checkLive(args: readonly string[], io: Io): Promise<number> {
  const options = parseOptions(args, {
    token: { type: 'string' },
    'token-env': { type: 'string' },
    base: { type: 'string' },
    'allow-writes': { type: 'boolean', default: false },
    flow: { type: 'string', multiple: true },
    input: { type: 'string', multiple: true },
    'dry-run': { type: 'boolean', default: false },
    ...exploreOptions,
  })
  if (!options) return (io.stdout.write(`${liveHelp}\n`), 0)
  const { common, values, places } = options
  const [url, ...more] = places
  if (url === undefined || more.length > 0) throw new CannotCheck('One address is needed: drift live <url>')
  const token = tokenOf(values['token'] as string | undefined, values['token-env'] as string | undefined, io.env)
  const inputs = inputsOf((values['input'] ?? []) as string[])
  const file = await contractFile(common.contract)
  const description = await describe(file, common)
  const flowFile = join(dirname(file), 'flows.arazzo.yaml')
  const server = serverOf(url, (values['base'] as string | undefined) ?? description.bases[0] ?? '')
  const mayWrite = values['allow-writes'] === true
  const exploring = exploreOf(values)
  const plan = planOf(description, await readFlows(flowFile, common), {
    allowWrites: mayWrite,
    explores: exploring !== null,
    flows: (values['flow'] ?? []) as string[],
    inputs,
  })
  const base = new URL(server).pathname.replace(/\/$/, '')
  const expectations = expectationsOf(description, { hasToken: token !== undefined })
  const traffic = new Traffic(description, expectations, { base })
  const explorer =
    exploring &&
    new Explorer({
      description,
      expectations,
      traffic,
      base,
      calls: description.calls.filter((call) => mayWrite || isRead(call)),
      isRead,
      send: (request, until) => ask(server, request, token, until).catch(() => null),
      ...exploring,
      rounds: plan.flows.length + 1,
    })
  if (values['dry-run'] === true) {
    for (const text of [planText(plan, server), ...(explorer?.planned() ?? [])]) io.stdout.write(`${text}\n`)
    return 0
  }
  const run: Run = { server, base, bases: expectations.bases, token, traffic, explorer, found: [], facts: [] }
  await makeCalls(run, plan.calls)
  const unmet = await runFlows(run, plan.flows, { file: flowFile, inputs, mayWrite, common })
  await explorer?.round()
  if (traffic.checked === 0)
    throw new CannotCheck(
      unmet ?? (traffic.read === 0 ? `Nothing was sent. ${plan.left.join('. ')}` : traffic.facts.join(' ')),
    )
  const known = run.found.flatMap(({ rule, subject }) => (rule === 'live-no-answer' ? [subject] : []))
  const unanswered = [...(explorer?.unanswered ?? [])]
    .filter((id) => !known.includes(id))
    .map((id) => live('live-no-answer', id, `${id} got no answer`))
  return writeReport(io, common, [...run.found, ...unanswered, ...traffic.found], {
    check: 'live',
    about: 'The running service against the contract',
    facts: [...run.facts, ...(explorer?.facts ?? []), ...traffic.facts, ...plan.left.map((text) => `Not run: ${text}`)],
    sections: traffic.sections,
    data: traffic.data,
    contract: traffic.contract,
    unmet,
  })
}

/** The service, and what was found so far. */
interface Run {
  server: string
  /** Its base path, and those of the contract. */
  base: string
  bases: readonly string[]
  token: string | undefined
  traffic: Traffic
  explorer: Explorer | null
  found: Found[]
  facts: string[]
}

/** Limit of calls without a response at the start. */
const MOST_UNANSWERED = 3
/** Sends the reads, one after another. Throws `CannotCheck` when the service answers none, or all with 401, 403 or 404. */
async function makeCalls(run: Run, calls: Plan['calls']): Promise<void> {
  const { server, token, traffic, explorer, found } = run
  const statuses: number[] = []
  const reasons: string[] = []
  for (const { call, target, headers, body } of calls) {
    const request = {
      method: call.method.toUpperCase(),
      target,
      headers,
      type: 'application/json',
      body: body === undefined ? undefined : JSON.stringify(body),
    }
    const answer = await ask(server, request, token).catch((error: unknown) => {
      reasons.push(whyUnanswered(error))
      found.push(live('live-no-answer', call.id, `${call.id} got no answer (${reasons.at(-1)})`))
    })
    if (!answer) {
      // Does not wait for every call of a service that is down or hangs.
      if (statuses.length === 0 && found.length === MOST_UNANSWERED) break
      continue
    }
    const { status } = answer.exchange
    statuses.push(status)
    traffic.addExchange(answer.exchange, 'live', traffic.read + 1)
    // To traffic a listed status is no drift. Exploring reports it itself.
    if (status >= 500 && !explorer) {
      const label = `live #${traffic.read}`
      const curl = curlOf(request, run, token !== undefined)
      found.push({
        ...live('live-server-error', call.id, `${call.id} returned HTTP ${status} to an example of the contract`),
        seen: { count: 1, first: label, last: label, curl },
      })
    }
    explorer?.learn([answer.exchange])
  }
  if (calls.length > 0 && statuses.length === 0) throw new CannotCheck(`${server} gives no answer: ${reasons[0]}`)
  if (statuses.length > 0 && statuses.every((status) => status === 401 || status === 403))
    throw new CannotCheck(
      `${server} refuses ${token === undefined ? 'calls without a token: give one with --token-env' : 'the token: every call was answered with 401 or 403'}`,
    )
  // What a parameter names may be missing; a path without one may not.
  if (statuses.every((status) => status === 404) && calls.some(({ call, target }) => target === call.path))
    throw new CannotCheck(`${server} answers every call with 404: check the path of the address, or give --base`)
}

/** Runs the flows, and explores after each. When one cannot run, returns why and runs no more. */
async function runFlows(
  { server, token, traffic, explorer, found, facts }: Run,
  flows: Plan['flows'],
  {
    file,
    inputs,
    mayWrite,
    common,
  }: { file: string; inputs: Record<string, string>; mayWrite: boolean; common: Common },
): Promise<string | undefined> {
  const refused = flows.length === 0 ? undefined : await whyNotRun(file, common)
  if (refused !== undefined) return `${refused}.`
  for (const flow of flows) {
    const ran = await runFlow(file, flow, server, { ...inputs, ...(token !== undefined && { token }) }).catch(
      (error: unknown) => {
        if (error instanceof CannotCheck) return error
        throw error
      },
    )
    if (ran instanceof CannotCheck) return `${ran.message}.`
    if (!ran) {
      facts.push('Flows were not run: install @redocly/cli beside this to have them.')
      return undefined
    }
    for (const exchange of ran.exchanges) traffic.addExchange(exchange, `flow ${flow.id}`, traffic.read + 1)
    const failures = ran.failures.length > 0 ? ` at ${ran.failures.join('; ')}` : ''
    // Earlier exploring may have left the user in a state in which the flow cannot start.
    if (!ran.isFine && explorer && explorer.sent > 0 && mayWrite)
      facts.push(`Not reached: the flow ${flow.id} failed${failures}, after what was explored before.`)
    else if (!ran.isFine) found.push(live('live-failed', flow.id, `The flow ${flow.id} failed${failures}`, flow.calls))
    explorer?.learn(ran.exchanges)
    await explorer?.round()
  }
  return undefined
}
const live = (
  rule: 'live-failed' | 'live-no-answer' | 'live-server-error',
  subject: string,
  differs: string,
  calls: readonly string[] = [subject],
): Found => ({ rule, subject, calls, says: `${differs}: ${rules[rule].breaks}.` })
function tokenOf(token: string | undefined, variable: string | undefined, env: Io['env']): string | undefined {
  const value = variable === undefined ? token : env[variable]
  if (variable !== undefined && !value) throw new CannotCheck(`The environment variable ${variable} is empty`)
  if (value !== undefined && !/^[\x21-\x7e]+$/.test(value))
    throw new CannotCheck('The token has spaces or letters that no header can carry')
  return value
}
function inputsOf(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=')
      if (at < 1) throw new CannotCheck('--input is name=value')
      return [text.slice(0, at), text.slice(at + 1)]
    }),
  )
}
