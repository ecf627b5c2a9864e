import type { Serving } from './rules.ts'

/** Settings that differ between servers. Those that differ between environments are in `config.json`. */
export interface ServerSettings extends Serving {
  port: number
  /** TLS with a certificate: this port serves the app, and `port` redirects to it. */
  tls?: { port: number; certificate: string; key: string }
  /** Origins of the backends by path prefix. */
  backends: Readonly<Record<string, string>>
  /** The file with the environment's settings; defaults to the build's. */
  config?: string
}

/** A setting is missing or invalid. */
export class ServingError extends Error {
  override readonly name = 'ServingError'
}
function wrong(name: string, value: string, rule: string): never {
  throw new ServingError(`${name} ${rule}${value ? `: ${value}` : ''}`)
}

type Environment = Readonly<Record<string, string | undefined>>
/** Descriptions of the environment variables, for `--help` and the operators' README. */
export const variables: Readonly<Record<string, string>> = {
  PAKET_ORIGIN: 'the origin of the app in browsers: https://paket.example. Required',
  PAKET_BACKENDS: 'backends by path: /bff=https://bff.internal /cms=https://cms.internal /oidc=https://id.internal',
  PAKET_CONFIG: "the file with the environment's settings; defaults to the build's config.json",
  PAKET_PORT: 'the port to listen on; defaults to 8080',
  PAKET_TLS_CERTIFICATE: 'a certificate with its chain, PEM; without it a proxy in front terminates TLS',
  PAKET_TLS_KEY: 'the private key of the certificate, PEM',
  PAKET_TLS_PORT: 'the port to listen on with TLS; defaults to 8443',
  PAKET_FRAMED_BY: 'origins of partner apps that may show the app in a frame, separated by spaces',
  PAKET_CSP_REPORTS: 'the URL for reports of Content-Security-Policy violations, https',
  PAKET_TRUSTED_TYPES: 'names of Trusted Types policies that widgets create, separated by spaces',
}

// Values are written into configuration files, so they must not end a line or a quoted string there.
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

/** Reads the environment variables. Throws a ServingError whose message, one line, names the invalid one. */
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
