import type { Places } from './nginx.ts'
import type { PolicySettings } from './policy.ts'
import {
  codings,
  headersOfOrigin,
  headersOfVisitor,
  healthPath,
  mediaTypes,
  missing,
  readyPath,
  reportsPath,
  rules,
  securityHeaders,
} from './rules.ts'
import type { ServerSettings } from './serving.ts'

const block = (head: string, ...lines: readonly string[]): string =>
  `${head} {\n${lines.join('\n').replace(/^(?=.)/gm, '\t')}\n}`
const quoted = (text: string) => `"${text.replaceAll('"', String.raw`\"`)}"`
const headers = (values: Readonly<Record<string, string>>) =>
  block('header', ...Object.entries(values).map(([name, value]) => `${name} ${quoted(value)}`))

/** Returns the configuration of Caddy 2.6 or newer. Caddy obtains the certificate itself when the origin is https. */
export function caddyfile(places: Places, settings: PolicySettings, server: ServerSettings): string {
  const precompressed = `precompressed ${codings.map(({ coding }) => coding).join(' ')}`
  const backends = Object.entries(server.backends).map(([path, origin], at) =>
    [
      `@backend${at} path ${path} ${path}/*`,
      block(
        `handle @backend${at}`,
        headers(headersOfOrigin(server)),
        block(
          `reverse_proxy ${origin}`,
          'header_up Host {http.request.hostport}',
          // TLS may end at a proxy in front of this server, so the scheme is that of the origin.
          `header_up X-Forwarded-Proto ${server.origin.split(':')[0]}`,
          ...(path === reportsPath ? headersOfVisitor.map((name) => `header_up -${name}`) : []),
          'lb_try_duration 0s',
        ),
      ),
    ].join('\n'),
  )
  const handled = rules.map((rule, at) =>
    [
      `# ${rule.name}`,
      `@rule${at} path_regexp ${quoted(rule.pattern)}`,
      block(
        `handle @rule${at}`,
        `root * ${places[rule.from]}`,
        headers({ ...securityHeaders(rule, settings, server), 'cache-control': rule.cache, vary: 'accept-encoding' }),
        ...(rule.file ? [`rewrite * ${rule.file}`] : []),
        block('file_server', precompressed),
      ),
    ].join('\n'),
  )
  const notFound = headers({ ...securityHeaders(undefined, settings, server), 'cache-control': missing.cache })
  const types = Object.entries(mediaTypes).map(
    ([extension, { type }]) =>
      `@type_${extension} path *.${extension}\nheader @type_${extension} >content-type ${quoted(type)}`,
  )
  const answers = [healthPath, readyPath].map((path) => block(`handle ${path}`, `respond "ok ${places.release}"`))
  return [
    '# Generated from web/deploy/rules.ts: do not edit.',
    block('', 'admin off'),
    block(
      server.tls || server.origin.startsWith('http:') ? server.origin : `http://:${server.port}`,
      ...(server.tls ? [`tls ${server.tls.certificate} ${server.tls.key}`] : []),
      ...types,
      ...answers,
      ...backends,
      ...handled,
      block('handle', 'error 404'),
      block('handle_errors', notFound, `respond "{http.error.status_text}" {http.error.status_code}`),
    ),
  ].join('\n\n')
}
