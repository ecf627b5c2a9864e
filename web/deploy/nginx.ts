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
  type Rule,
  rules,
  securityHeaders,
} from './rules.ts'
import { systemAuthorities } from './authorities.ts'
import type { ServerSettings } from './serving.ts'

/** The folders and files of a server, and the release. */
export interface Places {
  /** The two pages and the public files of a release. */
  site: string
  /** The folder that contains `assets/`: hashed files of this release and earlier ones. */
  assets: string
  /** A writable folder, with the checked and compressed `config.json` and temporary files. */
  run: string
  /** The access log. */
  log: string
  /** Whether a program reads standard error that removes the query and the visitor's address. */
  filtersErrors?: boolean
  /** The id of the release, in the responses of the health paths. */
  release: string
}

const indent = (text: string, by = '  ') => text.replace(/^(?=.)/gm, by)
const block = (head: string, ...lines: readonly string[]) => `${head} {\n${indent(lines.filter(Boolean).join('\n'))}\n}`
/** Quotes a value for nginx. Backslashes stay as they are, because patterns contain them. */
const quoted = (text: string) => `"${text.replaceAll('"', String.raw`\"`)}"`
const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`)

/** Returns a pattern for `Accept-Encoding` headers that list the coding, without `q=0`. */
const acceptsCoding = (coding: string) => String.raw`~*(^|[\s,])${coding}(?!\s*;\s*q=0(\.0*)?\s*(,|$))(?=[\s,;]|$)`
const maps = [
  '# The extension of the compressed copy to send, and the content-encoding of the file found.',
  block(
    'map $http_accept_encoding $copy',
    'default "";',
    ...codings.map(({ coding, ending }) => `${quoted(acceptsCoding(coding))} ${ending};`),
  ),
  block('map $uri $coding', 'default "";', ...codings.map(({ coding, ending }) => `~\\${ending}$ ${coding};`)),
  '# The path without the query. Both are short: a line up to 4 kB is not mixed with those of other workers.',
  block('map $request_uri $path_logged', 'default "";', '"~^(?<start_of_path>[^?]{0,500})" $start_of_path;'),
  block('map $request_method $method_logged', 'default "";', '"~^(?<start_of_method>.{0,20})" $start_of_method;'),
  '# A request that may create an order gets a new connection: the backend could be closing one that is idle.',
  block('map $http_idempotency_key $connection_kind', 'default "own";', '"" "shared";'),
  "# The client's X-Request-Id is used if it has the form of an id.",
  block('map $http_x_request_id $known_id', 'default $request_id;', '"~^[A-Za-z0-9-]{8,64}$" $http_x_request_id;'),
]

/** Returns the `try_files` lines of a rule. The media type comes from the requested path, because copies end in `.br` etc. */
function typed({ file, extensions }: Rule): string[] {
  const lines = (extension: string, found: string) => {
    const { type = '', isText = false } = mediaTypes[extension] ?? {}
    return [`default_type ${quoted(type)};`, `try_files ${isText ? `${found}$copy ` : ''}${found} =404;`]
  }
  if (file) return lines(file.split('.').at(-1) ?? '', file)
  return extensions.map((extension) => block(String.raw`location ~ \.${extension}$`, ...lines(extension, '$uri')))
}

function ruleBlock(rule: Rule, places: Places, settings: PolicySettings, server: ServerSettings): string {
  return [
    `# ${rule.name}`,
    block(
      `location ~ ${quoted(rule.pattern)}`,
      `root ${places[rule.from]};`,
      'types { }',
      ...headerLines(securityHeaders(rule, settings, server)),
      `add_header cache-control ${quoted(rule.cache)};`,
      'add_header vary "accept-encoding";',
      'add_header content-encoding $coding;',
      ...typed(rule),
    ),
  ].join('\n')
}

/** Names of the `upstream` blocks of a backend begin with this. Backends with the same origin share their connections. */
const upstreamOf = (origin: string, { backends }: ServerSettings) => `backend${Object.values(backends).indexOf(origin)}`
/**
 * Returns the `upstream` blocks of a backend. A shared connection is closed after 4 s without a request, before the
 * backend closes it (Node does so after 5 s): a request sent at that moment would fail.
 */
function upstreamBlocks(origin: string, server: ServerSettings): string[] {
  const { protocol, hostname, port } = new URL(origin)
  const address = `server ${hostname}:${port || (protocol === 'https:' ? 443 : 80)};`
  const name = upstreamOf(origin, server)
  return [
    block(`upstream ${name}_shared`, address, 'keepalive 32;', 'keepalive_timeout 4s;'),
    block(`upstream ${name}_own`, address),
  ]
}
function backendBlock(path: string, origin: string, server: ServerSettings, authorities: string): string {
  const isTls = origin.startsWith('https:')
  return block(
    `location ~ "^${path}(/|$)"`,
    ...headerLines(headersOfOrigin(server)),
    ...Object.keys(headersOfOrigin(server)).map((name) => `proxy_hide_header ${name};`),
    ...(path === reportsPath
      ? [
          '# Replaces the headers above: the collector gets nothing about the visitor.',
          ...['Connection', ...headersOfVisitor].map((name) => `proxy_set_header ${name} "";`),
        ]
      : []),
    `proxy_pass ${isTls ? 'https' : 'http'}://${upstreamOf(origin, server)}_$connection_kind;`,
    `proxy_redirect ${origin}/ /;`,
    ...(isTls
      ? [
          'proxy_ssl_server_name on;',
          `proxy_ssl_name ${new URL(origin).hostname};`,
          'proxy_ssl_verify on;',
          'proxy_ssl_verify_depth 4;',
          `proxy_ssl_trusted_certificate ${authorities};`,
        ]
      : []),
  )
}
const proxying = [
  "# Preserves the browser's host, because the identity provider and backends use the origin that the browser sees.",
  'proxy_http_version 1.1;',
  'proxy_set_header Connection "";',
  'proxy_set_header Host $http_host;',
  'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
  'proxy_set_header X-Forwarded-Proto $seen_scheme;',
  'proxy_set_header X-Request-Id $known_id;',
  '# No request is sent twice: the first one may have created an order.',
  'proxy_next_upstream off;',
  'proxy_connect_timeout 5s;',
  'proxy_read_timeout 60s;',
  'proxy_send_timeout 30s;',
  '# Response headers must fit: the cookies of a sign-in exceed the default of 4 kB.',
  'proxy_buffer_size 32k;',
  'proxy_buffers 8 32k;',
]

function health({ release }: Places, files: readonly string[]): string[] {
  const answer = (text: string) => [
    'default_type text/plain;',
    'add_header cache-control "no-store" always;',
    'access_log off;',
    text,
  ]
  const there = files.map((file) => `if (!-f ${file}) { return 503 "no ${file.split('/').at(-1)}\\n"; }`)
  return [
    block(`location = ${healthPath}`, ...answer(`return 200 "ok ${release}\\n";`)),
    block(`location = ${readyPath}`, ...answer([...there, `return 200 "ready ${release}\\n";`].join('\n'))),
  ]
}

export interface Machine {
  hasIpv6?: boolean
  /** What `nginx -v` prints. */
  version?: string
  /** How many files a worker can open. */
  files?: number
  /** The file with the certificate authorities of backends. */
  authorities?: string
}

const CONNECTIONS = 4096
const FEWEST_CONNECTIONS = 16
/** Files that a worker opens besides those of connections: logs, pipes to other workers. */
const OTHER_FILES = 32
/** Files that a worker needs for all its connections: each can have one to send, or one for a long body. */
export const FILES_OF_WORKER = 2 * CONNECTIONS + OTHER_FILES
/** Returns how many connections, with visitors and backends, a worker can have with this many files. */
export const connectionsFor = (files: number): number =>
  Math.max(FEWEST_CONNECTIONS, Math.min(CONNECTIONS, Math.floor((files - OTHER_FILES) / 2)))

/**
 * Whether `http2` is a directive of its own: since nginx 1.25.1, which deprecates the parameter of `listen`. An unknown
 * version counts as new.
 */
export function hasHttp2Directive(version: string): boolean {
  const [, number = '1.25.1'] = /\/([\d.]+)/.exec(version) ?? []
  return number.localeCompare('1.25.1', 'en', { numeric: true }) >= 0
}

/** Returns the complete configuration for `nginx -c`, nginx 1.22 or newer, without third-party modules. */
export function nginxConfiguration(
  places: Places,
  settings: PolicySettings,
  server: ServerSettings,
  { hasIpv6 = true, version = '', files = FILES_OF_WORKER, authorities }: Machine = {},
): string {
  const { tls, origin } = server
  const isDirective = hasHttp2Directive(version)
  const trusted = authorities ?? server.backendCa ?? systemAuthorities[0]
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${places.run}/${kind};`,
  )
  const needed = [`${places.site}/index.html`, `${places.site}/app.html`, `${places.run}/config.json`]
  const notFound = block(
    'location @missing',
    'types { }',
    'default_type text/plain;',
    ...headerLines({ ...securityHeaders(undefined, settings, server), 'cache-control': missing.cache }),
    `return 404 ${quoted(missing.text.replace('\n', String.raw`\n`))};`,
  )
  const app = [
    'error_page 404 @missing;',
    ...(origin.startsWith('https:') && !tls ? [`if ($wants_tls) { return 308 ${origin}$request_uri; }`] : []),
    ...Object.entries(server.backends).map(([path, to]) => backendBlock(path, to, server, trusted)),
    ...rules.map((rule) => ruleBlock(rule, places, settings, server)),
    block('location /', 'return 404;'),
    notFound,
  ]
  const listen = (port: number, how = '') => [`listen ${port}${how};`, hasIpv6 ? `listen [::]:${port}${how};` : '']
  const healthBlocks = health(places, needed)
  const servers = tls
    ? [
        block(
          'server',
          ...listen(server.port),
          ...healthBlocks,
          block('location /', `return 308 ${origin}$request_uri;`),
        ),
        block(
          'server',
          ...listen(tls.port, isDirective ? ' ssl' : ' ssl http2'),
          isDirective ? 'http2 on;' : '',
          `ssl_certificate ${tls.certificate};`,
          `ssl_certificate_key ${tls.key};`,
          ...healthBlocks,
          ...app,
        ),
      ]
    : [block('server', ...listen(server.port), ...healthBlocks, ...app)]
  return `# Generated at start from web/deploy/rules.ts: do not edit.
worker_processes auto;
pid ${places.run}/nginx.pid;
# Failed requests are in the access log with their status. The error log has the query, which can contain a sign-in code.
error_log stderr ${places.filtersErrors ? 'error' : 'emerg'};
worker_rlimit_nofile ${Math.min(files, FILES_OF_WORKER)};
# Connections that are still open after a reload or SIGTERM are closed after this time, which is longer than any response takes.
worker_shutdown_timeout 90s;
events { worker_connections ${connectionsFor(files)}; }
${block(
  'http',
  ...temporary,
  "# Contains neither the query nor the visitor's IP address.",
  `log_format requests escape=json '{"time":"$time_iso8601","id":"$known_id","connection":$connection,"method":"$method_logged","path":"$path_logged","status":$status,"bytes":$bytes_sent,"seconds":$request_time,"upstream":"$upstream_status"}';`,
  `access_log ${places.log} requests;`,
  'server_tokens off;',
  'sendfile on;',
  'tcp_nopush on;',
  'etag on;',
  'absolute_redirect off;',
  'keepalive_timeout 65s;',
  'client_header_timeout 10s;',
  'client_body_timeout 10s;',
  'client_max_body_size 256k;',
  'send_timeout 30s;',
  'reset_timedout_connection on;',
  'ssl_protocols TLSv1.2 TLSv1.3;',
  'ssl_session_cache shared:paket:2m;',
  'ssl_session_tickets off;',
  ...maps,
  '# The scheme that the browser used: TLS may end at a proxy in front. With several proxies the first value counts.',
  block('map $http_x_forwarded_proto $seen_scheme', 'default $scheme;', '~*^https https;', '~*^http http;'),
  '# Health checks come from inside, without TLS, and follow no redirects.',
  block(
    'map $seen_scheme:$uri $wants_tls',
    'default "";',
    ...[healthPath, readyPath].map((path) => `"http:${path}" "";`),
    '~^http: 1;',
  ),
  ...proxying,
  ...[...new Set(Object.values(server.backends))].flatMap((to) => upstreamBlocks(to, server)),
  ...servers,
)}
`
}
