import { resolve } from 'node:path'
import { healthPath, ownPaths, type Serving } from './rules.ts'
import { isAbsolute, isAsSecureAs, isOrigin, nearest, shown } from './values.ts'

/** Settings that differ between servers. Those that differ between environments are in `config.json`. */
export interface ServerSettings extends Serving {
  port: number
  /** TLS with a certificate: this port serves the app, and `port` redirects to it. */
  tls?: { port: number; certificate: string; key: string }
  /** Origins of the backends by path prefix. */
  backends: Readonly<Record<string, string>>
  /** The file with the certificate authorities of the backends; defaults to the system's. */
  backendCa?: string
  /** The file with the environment's settings; defaults to the build's. */
  config?: string
  /** The folder with files of `/.well-known/`. */
  wellKnown?: string
}

/** A setting is missing or invalid. */
export class ServingError extends Error {
  override readonly name = 'ServingError'
}
function wrong(name: string, value: string, rule: string): never {
  throw new ServingError(`${name} ${rule}${value ? `: ${shown(value)}` : ''}`)
}

type Environment = Readonly<Record<string, string | undefined>>
/** Descriptions of the environment variables, for `--help` and the operators' README. */
export const variables: Readonly<Record<string, string>> = {
  PAKET_ORIGIN: 'the origin of the app in browsers: https://paket.example. Other hosts get a 421. Required',
  PAKET_BACKENDS: 'backends by path: /bff=https://bff.internal /cms=https://cms.internal /oidc=https://id.internal',
  PAKET_BACKEND_CA: "a file with the certificate authorities of the backends, PEM; defaults to the system's",
  PAKET_CONFIG: "the file with the environment's settings; defaults to the build's config.json",
  PAKET_PORT: 'the port to listen on; defaults to 8080',
  PAKET_TLS_CERTIFICATE: 'a certificate with its chain, PEM; without it a proxy in front terminates TLS',
  PAKET_TLS_KEY: 'the private key of the certificate, PEM',
  PAKET_TLS_PORT: 'the port to listen on with TLS; defaults to 8443',
  PAKET_HSTS: 'the header Strict-Transport-Security, where the origin is https; defaults to max-age=63072000',
  PAKET_FRAMED_BY: 'origins of partner apps that may show the app in a frame, separated by spaces',
  PAKET_CSP_REPORTS: 'the URL for reports of Content-Security-Policy violations, https',
  PAKET_TRUSTED_TYPES: 'names of Trusted Types policies that widgets create, separated by spaces',
  PAKET_WELL_KNOWN: 'a folder with files to serve under /.well-known/, such as security.txt; without it they are 404',
}

const DEFAULT_HSTS = 'max-age=63072000'
/** What lists of preloaded hosts ask for, in seconds. */
const PRELOADED_HSTS_S = 31_536_000

function originOf(name: string, text: string): string {
  if (!isOrigin(text)) wrong(name, text, 'must be an origin such as https://paket.example, without a path')
  return text
}
function portOf(name: string, text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) wrong(name, text, 'must be a port, 1 to 65535')
  return port
}
function fileOf(name: string, text: string): string {
  // Of nginx's values, these begin a variable, or cannot be written.
  if (!text || /[\p{Cc}$]/u.test(text)) wrong(name, text, 'must be a path, without $ and control characters')
  return resolve(text)
}
const wordsOf = (text = '') => text.split(/\s+/).filter(Boolean)

function backendsOf(text: string | undefined): Record<string, string> {
  const backends = new Map<string, string>()
  for (const pair of wordsOf(text)) {
    const [, path, origin] = /^(\/[\w-]+)=(.+)$/.exec(pair) ?? []
    if (path === undefined || origin === undefined)
      wrong('PAKET_BACKENDS', pair, 'must be pairs such as /bff=https://bff.internal')
    if (backends.has(path)) wrong('PAKET_BACKENDS', path, 'has a path twice')
    if (healthPath.startsWith(`${path}/`) || ownPaths.includes(path))
      wrong('PAKET_BACKENDS', path, 'has a path that the app itself serves')
    backends.set(path, originOf('PAKET_BACKENDS', origin))
  }
  return Object.fromEntries(backends)
}

function hstsOf(text: string, origin: string): string {
  if (text && origin.startsWith('http:')) wrong('PAKET_HSTS', text, 'has no effect where PAKET_ORIGIN is not https')
  const [, seconds, domains, preload] =
    /^max-age=(\d{1,10})(; ?includeSubDomains)?(; ?preload)?$/i.exec(text || DEFAULT_HSTS) ?? []
  if (seconds === undefined)
    wrong('PAKET_HSTS', text, 'must be max-age=<seconds>, perhaps with ; includeSubDomains and ; preload')
  if (preload && !(domains && Number(seconds) >= PRELOADED_HSTS_S))
    wrong('PAKET_HSTS', text, 'must have includeSubDomains and a max-age of a year where it has preload')
  return text || DEFAULT_HSTS
}

/** Throws when a variable is none of this server's, but is called like one. */
function refuseMisspelt(names: readonly string[]): void {
  const known = Object.keys(variables)
  for (const name of names.filter((each) => each.startsWith('PAKET_') && !known.includes(each))) {
    const near = nearest(name, known)
    if (near !== undefined) wrong(name, '', `is not a setting; did you mean ${near}?`)
    if (/^PAKET_(TLS|BACKEND|CSP|FRAME|TRUST|HSTS|WELL)/.test(name))
      wrong(name, '', 'is not a setting: a misspelt name?')
  }
}

/** Reads the environment variables. Throws a ServingError whose message, one line, names the invalid one. */
export function readServing(environment: Environment): ServerSettings {
  refuseMisspelt(Object.keys(environment))
  const value = (name: keyof typeof variables) => environment[name] ?? ''
  const file = (name: string) => fileOf(name, value(name))
  const origin = originOf(
    'PAKET_ORIGIN',
    value('PAKET_ORIGIN') || wrong('PAKET_ORIGIN', '', 'is missing: where browsers see the app'),
  )
  const hasTls = Boolean(value('PAKET_TLS_CERTIFICATE') || value('PAKET_TLS_KEY'))
  if (hasTls && !origin.startsWith('https:'))
    wrong('PAKET_ORIGIN', origin, 'must be https where there is a certificate')
  const port = portOf('PAKET_PORT', value('PAKET_PORT') || '8080')
  const tlsPort = portOf('PAKET_TLS_PORT', value('PAKET_TLS_PORT') || '8443')
  if (value('PAKET_TLS_PORT') && !hasTls) wrong('PAKET_TLS_PORT', '', 'has no effect without PAKET_TLS_CERTIFICATE')
  if (hasTls && port === tlsPort) wrong('PAKET_TLS_PORT', String(port), 'must be another port than PAKET_PORT')
  const reports = value('PAKET_CSP_REPORTS')
  if (reports && !(reports.startsWith('https:') && isAbsolute(reports) && !reports.includes(',')))
    wrong('PAKET_CSP_REPORTS', reports, 'must be an address with https')
  const policies = wordsOf(value('PAKET_TRUSTED_TYPES'))
  const badPolicy = policies.find((name) => !/^[\w-]+$/.test(name))
  if (badPolicy) wrong('PAKET_TRUSTED_TYPES', badPolicy, 'must be names of policies')
  const framedBy = wordsOf(value('PAKET_FRAMED_BY')).map((each) => originOf('PAKET_FRAMED_BY', each))
  const insecure = framedBy.find((each) => !isAsSecureAs(each, origin))
  if (insecure) wrong('PAKET_FRAMED_BY', insecure, 'must be https where PAKET_ORIGIN is')
  return {
    origin,
    port,
    ...(hasTls && {
      tls: {
        port: tlsPort,
        certificate: file('PAKET_TLS_CERTIFICATE'),
        key: file('PAKET_TLS_KEY'),
      },
    }),
    backends: backendsOf(environment['PAKET_BACKENDS']),
    hsts: hstsOf(value('PAKET_HSTS'), origin),
    framedBy,
    trustedTypes: policies,
    ...(value('PAKET_BACKEND_CA') && { backendCa: file('PAKET_BACKEND_CA') }),
    ...(reports && { cspReports: reports }),
    ...(value('PAKET_CONFIG') && { config: file('PAKET_CONFIG') }),
    ...(value('PAKET_WELL_KNOWN') && { wellKnown: file('PAKET_WELL_KNOWN') }),
  }
}
