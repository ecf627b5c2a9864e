import type { Serving } from './rules.ts'

/** Everything that differs between servers; what differs between environments is in `config.json`. */
export interface ServerSettings extends Serving {
  port: number
  /** With a certificate it is TLS that is answered with the app, and `port` leads there. */
  tls?: { port: number; certificate: string; key: string }
  /** The origin that answers each path of the backend. */
  backends: Readonly<Record<string, string>>
  /** The file with the environment's settings; the build's own when left out. */
  config?: string
}

/** A setting is missing or wrong. */
export class ServingError extends Error {
  override readonly name = 'ServingError'
}
function wrong(name: string, value: string, rule: string): never {
  throw new ServingError(`${name} ${rule}${value ? `: ${value}` : ''}`)
}

type Environment = Readonly<Record<string, string | undefined>>
/** What each variable is for, as `--help` and the operator's page list them. */
export const variables: Readonly<Record<string, string>> = {
  PAKET_ORIGIN: 'where browsers see the app: https://paket.example. Required',
  PAKET_BACKENDS: 'who answers what: /bff=https://bff.internal /cms=https://cms.internal /oidc=https://id.internal',
  PAKET_CONFIG: 'the file with the settings of the environment; without it those of the build',
  PAKET_PORT: 'where it listens: 8080',
  PAKET_TLS_CERTIFICATE: 'a certificate with its chain, PEM; without it TLS ends before this server',
  PAKET_TLS_KEY: 'its key',
  PAKET_TLS_PORT: 'where it listens with TLS: 8443',
  PAKET_FRAMED_BY: 'origins of partner apps that may have a page in a frame, with spaces between',
  PAKET_CSP_REPORTS: 'the address that violations of the Content-Security-Policy are sent to, https',
  PAKET_TRUSTED_TYPES: 'names of Trusted Types policies that widgets bring, with spaces between',
}

// What goes into a configuration must not end a line or a quotation there.
const safe = /^[^\s"'`;{}\\$]+$/
function originOf(name: string, text: string, schemes = ['https:', 'http:']): string {
  const url = URL.parse(text)
  if (!url || !safe.test(text) || !schemes.includes(url.protocol) || url.origin !== text)
    wrong(name, text, 'must be an origin such as https://paket.example, without a path')
  return text
}
function portOf(name: string, text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) wrong(name, text, 'must be a port, 1 to 65535')
  return port
}
const wordsOf = (text = '') => text.split(/\s+/).filter(Boolean)

function backendsOf(text: string | undefined): Record<string, string> {
  const pairs = wordsOf(text).map((pair): [string, string] => {
    const [, path, origin] = /^(\/[\w-]+)=(.+)$/.exec(pair) ?? []
    if (path === undefined || origin === undefined)
      wrong('PAKET_BACKENDS', pair, 'must be pairs such as /bff=https://bff.internal')
    return [path, originOf('PAKET_BACKENDS', origin)]
  })
  return Object.fromEntries(pairs)
}

/** Reads the variables. Throws a ServingError that says in one line which is wrong. */
export function readServing(environment: Environment): ServerSettings {
  const unknown = Object.keys(environment).find(
    (name) => /^PAKET_(TLS|BACKEND|CSP|FRAME|TRUST)/.test(name) && !(name in variables),
  )
  if (unknown) wrong(unknown, '', 'is not a setting: a misspelt name?')
  const value = (name: keyof typeof variables) => environment[name] ?? ''
  const file = (name: string) =>
    safe.test(value(name)) ? value(name) : wrong(name, value(name), 'must be a path without spaces')
  const origin = originOf(
    'PAKET_ORIGIN',
    value('PAKET_ORIGIN') || wrong('PAKET_ORIGIN', '', 'is missing: where browsers see the app'),
  )
  const hasTls = Boolean(value('PAKET_TLS_CERTIFICATE') || value('PAKET_TLS_KEY'))
  if (hasTls && !origin.startsWith('https:'))
    wrong('PAKET_ORIGIN', origin, 'must be https where there is a certificate')
  const reports = value('PAKET_CSP_REPORTS')
  if (reports && (URL.parse(reports)?.protocol !== 'https:' || !safe.test(reports)))
    wrong('PAKET_CSP_REPORTS', reports, 'must be an address with https')
  const policies = wordsOf(value('PAKET_TRUSTED_TYPES'))
  const badPolicy = policies.find((name) => !/^[\w-]+$/.test(name))
  if (badPolicy) wrong('PAKET_TRUSTED_TYPES', badPolicy, 'must be names of policies')
  return {
    origin,
    port: portOf('PAKET_PORT', value('PAKET_PORT') || '8080'),
    ...(hasTls && {
      tls: {
        port: portOf('PAKET_TLS_PORT', value('PAKET_TLS_PORT') || '8443'),
        certificate: file('PAKET_TLS_CERTIFICATE'),
        key: file('PAKET_TLS_KEY'),
      },
    }),
    backends: backendsOf(environment['PAKET_BACKENDS']),
    framedBy: wordsOf(value('PAKET_FRAMED_BY')).map((each) => originOf('PAKET_FRAMED_BY', each)),
    trustedTypes: policies,
    ...(reports && { cspReports: reports }),
    ...(value('PAKET_CONFIG') && { config: value('PAKET_CONFIG') }),
  }
}
