import type { Call, Entrance } from '../description/description.ts'
import { type At, child, textOf } from '../description/reading.ts'
import type { Found } from '../report/finding.ts'
import { type Context, found } from './context.ts'

/** Whether the bearer token that clients send is what a scheme asks for. */
function takesBearer(scheme: At | null): boolean {
  if (!scheme) return false
  const type = textOf(child(scheme, 'type'))?.toLowerCase()
  if (type === 'oauth2' || type === 'openidconnect') return true
  if (type === 'http') return textOf(child(scheme, 'scheme'))?.toLowerCase() === 'bearer'
  return (
    type === 'apikey' &&
    textOf(child(scheme, 'in')) === 'header' &&
    textOf(child(scheme, 'name'))?.toLowerCase() === 'authorization'
  )
}
const isOpen = (entrances: readonly Entrance[]) => entrances.some((entrance) => entrance.length === 0)
const ways = (entrances: readonly Entrance[]) =>
  entrances.map((entrance) => entrance.map(({ name }) => name).join(' and ')).join(' or ')

/** Whether those who may call by the contract are let in. */
export function compareSecurity(context: Context, ours: Call, theirs: Call): Found[] {
  const at = { ours: child(ours.at, 'security') ?? ours.at, theirs: child(theirs.at, 'security') ?? theirs.at }
  const one = (rule: Parameters<typeof found>[1]['rule'], subject: string, differs: string) => [
    found(context, { rule, subject, differs, ...at }),
  ]
  const [our, their] = [ours.entrances, theirs.entrances]
  if (isOpen(our)) {
    if (isOpen(their)) return []
    return one(
      'security-required',
      context.call,
      `${context.call} asks for ${ways(their)}, by the contract it needs no token`,
    )
  }
  if (isOpen(their)) return their.length > 1 ? [] : one('security-open', 'no token', 'No token is asked for')
  const fitting = their.filter((entrance) => entrance.every(({ scheme }) => takesBearer(scheme)))
  if (fitting.length === 0)
    return one('security-other', ways(their), `${ways(their)} is asked for, clients send a bearer token`)
  const known = our.flatMap((entrance) => entrance.flatMap(({ scopes }) => scopes))
  const needed = fitting.map((entrance) =>
    entrance.flatMap(({ scopes }) => scopes).filter((scope) => !known.includes(scope)),
  )
  if (needed.some((scopes) => scopes.length === 0)) return []
  return one('security-scope', (needed[0] ?? []).join(' '), `The scope ${(needed[0] ?? []).join(', ')} is needed`)
}
