import type { Call, SecurityRequirement } from '../description/description.ts'
import { type At, child, parts, textOf } from '../description/reading.ts'
import type { Found } from '../report/finding.ts'
import type { RuleId } from '../rules/rules.ts'
import { type Context, found } from './context.ts'

const typeOf = (scheme: At) => textOf(child(scheme, 'type'))?.toLowerCase() ?? ''
/**
 * Returns what a client sends for a scheme. All OAuth flows give a bearer token; in OpenAPI 2.0 it is an API key in
 * `Authorization`.
 */
function credential(scheme: At | null, name: string): string {
  if (!scheme) return `the scheme ${name}, which is not described`
  const type = typeOf(scheme)
  const header = textOf(child(scheme, 'name')) ?? ''
  const place = textOf(child(scheme, 'in')) ?? ''
  if (type === 'oauth2' || type === 'openidconnect') return 'a bearer token'
  if (type === 'http') {
    const kind = textOf(child(scheme, 'scheme'))?.toLowerCase() ?? ''
    return kind === 'bearer' ? 'a bearer token' : `HTTP ${kind}`
  }
  if (type !== 'apikey') return type === 'basic' ? 'HTTP basic' : type === 'mutualtls' ? 'a certificate' : type
  if (place === 'header' && header.toLowerCase() === 'authorization') return 'a bearer token'
  return `the key of the ${place} ${place === 'header' ? header.toLowerCase() : header}`
}
/** Whether a call requires a bearer token, at least as one of several possibilities. */
export const needsToken = ({ securityRequirements }: Call): boolean =>
  !isOpen(securityRequirements) && securityRequirements.some((one) => sent(one).includes('a bearer token'))
const isOpen = (securityRequirements: readonly SecurityRequirement[]) =>
  securityRequirements.some((requirement) => requirement.length === 0)
const sent = (requirement: SecurityRequirement) => requirement.map(({ scheme, name }) => credential(scheme, name))
const text = (requirement: SecurityRequirement) => [...new Set(sent(requirement))].join(' and ')
const texts = (securityRequirements: readonly SecurityRequirement[]) =>
  [...new Set(securityRequirements.map(text))].join(' or ')
/** Whether the credentials for one alternative satisfy another. */
const accepts = (their: SecurityRequirement, our: SecurityRequirement) => {
  const has = sent(our)
  return sent(their).every((one) => has.includes(one))
}

/** Compares authentication: clients that follow the contract must be accepted. */
export function compareSecurity(context: Context, ours: Call, theirs: Call): Found[] {
  const at = { ours: child(ours.at, 'security') ?? ours.at, theirs: child(theirs.at, 'security') ?? theirs.at }
  const one = (rule: RuleId, subject: string, differs: string) => found(context, { rule, subject, differs, ...at })
  const [our, their] = [ours.securityRequirements, theirs.securityRequirements]
  if (isOpen(our)) {
    if (isOpen(their)) return []
    return [one('security-required', texts(their), `The call requires ${texts(their)}; the contract requires no token`)]
  }
  if (isOpen(their)) return their.length > 1 ? [] : [one('security-open', 'no token', 'No token is required')]
  const refused = our.filter((requirement) => !their.some((other) => accepts(other, requirement)))
  if (refused.length > 0)
    return [
      one(
        'security-other',
        `${texts(their)} for ${texts(refused)}`,
        `The call requires ${texts(their)}; clients send ${texts(refused)}`,
      ),
    ]
  return our.flatMap((requirement) => {
    const fitting = their.filter((other) => accepts(other, requirement))
    return [...compareScopes(requirement, fitting), ...compareAddresses(requirement, fitting)]
  })

  function compareScopes(requirement: SecurityRequirement, fitting: readonly SecurityRequirement[]): Found[] {
    const known = requirement.flatMap(({ scopes }) => scopes)
    const needed = fitting.map((other) =>
      other.flatMap(({ scopes }) => scopes).filter((scope) => !known.includes(scope)),
    )
    if (needed.some((scopes) => scopes.length === 0)) return []
    const scopes = needed[0]!
    return [one('security-scope', scopes.join(' '), `The scope ${scopes.join(', ')} is required`)]
  }
  /** Compares the addresses of tokens that both sides describe. */
  function compareAddresses(requirement: SecurityRequirement, fitting: readonly SecurityRequirement[]): Found[] {
    return requirement.flatMap(({ scheme }) => {
      const others = fitting.flat().map((other) => addressesOf(other.scheme))
      const said = others.filter((addresses) => addresses.size > 0)
      if (said.length === 0) return []
      return [...addressesOf(scheme)]
        .filter(([what, address]) => !said.some((addresses) => addresses.get(what) === address))
        .map(([what, address]) => {
          const now = said.flatMap((addresses) => addresses.get(what) ?? [])[0]
          return one(
            'security-address',
            `${what} ${now ?? ''}`,
            now === undefined
              ? `There is no ${what}; the contract has ${address}`
              : `The ${what} is ${now}; the contract has ${address}`,
          )
        })
    })
  }
}
/** Returns the addresses of a scheme's flows by text: `tokenUrl of password`. */
function addressesOf(scheme: At | null): Map<string, string> {
  if (!scheme) return new Map()
  const urls = (at: At, name: string) =>
    ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl'].flatMap((word) => {
      const url = textOf(child(at, word))
      return url === undefined ? [] : [[`${word} of ${name}`, url] as const]
    })
  const connect = textOf(child(scheme, 'openIdConnectUrl'))
  if (connect !== undefined) return new Map([['openIdConnectUrl', connect]])
  if (typeOf(scheme) !== 'oauth2') return new Map()
  const flows = parts(child(scheme, 'flows'))
  if (flows.length > 0) return new Map(flows.flatMap(([name, flow]) => urls(flow, name)))
  const old: Record<string, string> = { application: 'clientCredentials', accessCode: 'authorizationCode' }
  const flow = textOf(child(scheme, 'flow')) ?? ''
  return new Map(urls(scheme, old[flow] ?? flow))
}
