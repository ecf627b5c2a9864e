import type { Call, Description } from '../description/description.ts'
import type { At } from '../description/reading.ts'
import type { Found } from '../report/finding.ts'
import type { RuleId } from '../rules/rules.ts'
import { answersFor, covers } from './compare-answers.ts'
import { compareFields } from './compare-fields.ts'
import { type Context, found, type Mode } from './context.ts'
import { jsonNames, kindsOfBoth, labelled } from './media.ts'

/** Both descriptions, and the pairs of schemas that are already compared. */
export interface Sides {
  ours: Description
  theirs: Description
  compared: Context['compared']
  mode: Mode
}
interface Hooks {
  hooks: readonly Call[]
  /** Where a missing hook is reported. */
  at: At
}
/**
 * Compares webhooks, or the callbacks of a call. Their requests are what clients must accept, and the clients'
 * responses are what the server must accept. Parameters and security are not compared.
 */
export function compareHooks(sides: Sides, ours: Hooks, theirs: Hooks, call: Call | null = null): Found[] {
  const pairs = pairsOf(ours.hooks, theirs.hooks)
  const one = (rule: 'hook-gone' | 'hook-new', { id }: Call, differs: string, our: At, their: At) =>
    found(
      { call: call?.id ?? id },
      { rule, subject: nameOf(id, call), differs: `${nameOf(id, call)} ${differs}`, ours: our, theirs: their },
    )
  return [
    ...ours.hooks.flatMap((hook) => {
      const other = pairs.get(hook)
      return other
        ? compareHook(sides, hook, other, call)
        : [one('hook-gone', hook, 'is never sent', hook.at, theirs.at)]
    }),
    ...theirs.hooks
      .filter((hook) => ![...pairs.values()].includes(hook))
      .map((hook) => one('hook-new', hook, 'may be sent', ours.at, hook.at)),
  ]
}
/** Pairs hooks by name and address, then by name. */
function pairsOf(ours: readonly Call[], theirs: readonly Call[]): Map<Call, Call> {
  const pairs = new Map<Call, Call>()
  const pair = (isSame: (our: Call, their: Call) => boolean) => {
    for (const our of ours.filter((one) => !pairs.has(one))) {
      const used = new Set(pairs.values())
      const their = theirs.find((one) => !used.has(one) && isSame(our, one))
      if (their) pairs.set(our, their)
    }
  }
  pair((our, their) => our.id === their.id && our.path === their.path)
  pair((our, their) => our.id === their.id)
  return pairs
}
const nameOf = (hook: string, call: Call | null) => (call ? `${call.id}, ${hook}` : hook)

function compareHook({ ours, theirs, compared, mode }: Sides, our: Call, their: Call, call: Call | null): Found[] {
  const name = nameOf(our.id, call)
  const base = { mode, call: call?.id ?? our.id, ours: ours.reading, theirs: theirs.reading, compared, deferred: [] }
  const sent: Context = { ...base, direction: 'response' }
  const answered: Context = { ...base, direction: 'request' }
  /** Compares the bodies of media types that both sides have. */
  const bodies = (context: Context, [mine, others]: ReturnType<typeof kindsOfBoth>, label: string) =>
    [...mine].flatMap(([kind, schema]) => {
      const other = others.get(kind)
      return other ? compareFields(context, { ours: [schema], theirs: [other] }, labelled(label, kind)) : []
    })
  const one = (rule: RuleId, subject: string, differs: string, severity?: 'risky') =>
    found(base, { rule, subject, differs, ours: our.at, theirs: their.at, severity })
  const [known, media] = kindsOfBoth(our.body?.media ?? new Map(), their.body?.media ?? new Map())
  const isOther = known.size > 0 && ![...known.keys()].some((kind) => media.has(kind))
  const jsonName = jsonNames(their.body?.media ?? new Map(), our.body?.media ?? new Map())
  return [
    ...(our.path === their.path
      ? []
      : [one('callback-address', name, `${name} is sent to \`${their.path}\`; the contract has \`${our.path}\``)]),
    ...(isOther || jsonName !== 'same'
      ? [
          one(
            'hook-body',
            name,
            `${name} is sent ${media.size === 0 ? 'without a body' : `as ${[...their.body!.media.keys()].join(', ')}`}`,
            // Clients that are not strict read JSON under its general name.
            !isOther && jsonName === 'plain' ? 'risky' : undefined,
          ),
        ]
      : our.body?.required && their.body?.required === false
        ? [one('hook-body', name, `${name} may be sent without a body`, 'risky')]
        : []),
    ...bodies(sent, [known, media], `${name} body`),
    ...[...our.answers].flatMap(([status, answer]) => {
      // A sender treats a status that it does not know as the x00 of its class (RFC 9110, 15).
      if (!covers(their, status.replace('XX', '00')) && status !== 'DEFAULT')
        return [one('hook-answer', `${name} ${status}`, `${name} does not accept HTTP ${status} as a response`)]
      return answersFor(their, status).flatMap(([each, taken]) =>
        bodies(answered, kindsOfBoth(answer.media, taken.media), `${name} answer ${each}`),
      )
    }),
  ]
}
