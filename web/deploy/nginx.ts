import { STATUS_CODES } from 'node:http'
import { systemAuthorities } from './authorities.ts'
import { block, lines, nginx, type NginxText, nothing, patternOf, value } from './nginx-text.ts'
import type { PolicySettings } from './policy.ts'
import {
  codings,
  headersOfOrigin,
  healthPath,
  mediaTypes,
  missing,
  readyPath,
  reportsPath,
  type Rule,
  rules,
  securityHeaders,
  wellKnownRule,
} from './rules.ts'
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

const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, text]) => nginx`add_header ${name} ${text} always;`)

/** Returns a pattern for `Accept-Encoding` headers that list the coding, without `q=0`. */
const acceptsCoding = (coding: string) =>
  value(nginx`~*(^|[\s,])`, coding, nginx`(?!\s*;\s*q=0(\.0*)?\s*(,|$))(?=[\s,;]|$)`)
const maps = [
  nginx`# The extension of the compressed copy to send, and the content-encoding of the file found.`,
  block(
    nginx`map $http_accept_encoding $copy`,
    nginx`default "";`,
    ...codings.map(({ coding, ending }) => nginx`${acceptsCoding(coding)} ${ending};`),
  ),
  block(
    nginx`map $uri $coding`,
    nginx`default "";`,
    ...codings.map(({ coding, ending }) => nginx`${value(nginx`~\\`, ending, nginx`$`)} ${coding};`),
  ),
  nginx`# The path without the query. It is short: a line up to 4 kB is not mixed with those of other workers.`,
  block(
    nginx`map $request_uri $path_logged`,
    nginx`default "";`,
    nginx`"~^(?<start_of_path>[^?]{0,500})" $start_of_path;`,
  ),
  nginx`# The method as it was sent: that of an error page is GET.`,
  block(
    nginx`map $request $method_asked`,
    nginx`default "";`,
    nginx`"~^(?<method_of_request>[A-Z]{1,20}) " $method_of_request;`,
  ),
  nginx`# The first part of a path that is written plainly, else empty: see "Backends" in the README.`,
  block(
    nginx`map $request_uri $plain_prefix`,
    nginx`default "";`,
    nginx`"~^(?<first_part>/[\w-]+)(?:/(?!\.\.|\.(?:[/?]|$))(?:[\w.~!$&'()*+,=:@|\[\]-]++|%(?:2[0-246-9a-dA-D]|3[0-9ac-eAC-E]|5[0-9abd-fABD-F]|7[0-9a-eA-E]|[4689abdeABDE][0-9a-fA-F]|[cC][2-9a-fA-F]|[fF][0-4]))++)*+/?(?:\?|$)" $first_part;`,
  ),
  nginx`# A request that may create an order gets a new connection: the backend could be closing one that is idle.`,
  block(nginx`map $http_idempotency_key $connection_kind`, nginx`default "own";`, nginx`"" "shared";`),
  nginx`# The client's X-Request-Id is used if it has the form of an id.`,
  block(
    nginx`map $http_x_request_id $known_id`,
    nginx`default $request_id;`,
    nginx`"~^[A-Za-z0-9-]{8,64}$" $http_x_request_id;`,
  ),
]

/** Returns the `try_files` lines of a rule. The media type comes from the requested path, because copies end in `.br` etc. */
function typed({ file, extensions }: Rule): NginxText[] {
  const files = (extension: string, found: NginxText) => {
    const { type = '', isText = false } = mediaTypes[extension] ?? {}
    const copy = isText ? value(found, nginx`$copy`) : nothing
    return [nginx`default_type ${type};`, nginx`try_files ${copy} ${found} =404;`]
  }
  if (file) return files(file.split('.').at(-1) ?? '', value(file))
  return extensions.map((extension) =>
    block(nginx`location ~ ${value(nginx`\.`, extension, nginx`$`)}`, ...files(extension, nginx`$uri`)),
  )
}
/** Returns the same for files that are not compressed, of which some have no extension. */
const typedByMeaning = [
  nginx`default_type "text/plain; charset=utf-8";`,
  nginx`try_files $uri =404;`,
  block(
    nginx`location ~ "(\.json|/apple-app-site-association|/webauthn)$"`,
    nginx`default_type application/json;`,
    nginx`try_files $uri =404;`,
  ),
]

function ruleBlock(rule: Rule, places: Places, settings: PolicySettings, server: ServerSettings): NginxText {
  return lines(
    nginx`# ${rule.name}`,
    block(
      nginx`location ~ ${patternOf(rule)}`,
      nginx`root ${places[rule.from]};`,
      nginx`types { }`,
      ...headerLines(securityHeaders(rule, settings, server)),
      nginx`add_header cache-control ${rule.cache};`,
      nginx`add_header vary "accept-encoding";`,
      nginx`add_header content-encoding $coding;`,
      ...(rule === wellKnownRule ? typedByMeaning : typed(rule)),
    ),
  )
}

/** Names of the `upstream` blocks of a backend begin with this. Backends with the same origin share their connections. */
const upstreamOf = (origin: string, { backends }: ServerSettings) => `backend${Object.values(backends).indexOf(origin)}`
/**
 * Returns the `upstream` blocks of a backend. A shared connection is closed after 4 s without a request, before the
 * backend closes it (Node does so after 5 s): a request sent at that moment would fail.
 */
function upstreamBlocks(origin: string, server: ServerSettings): NginxText[] {
  const { protocol, hostname, port } = new URL(origin)
  const address = nginx`server ${`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`};`
  const name = upstreamOf(origin, server)
  return [
    block(nginx`upstream ${`${name}_shared`}`, address, nginx`keepalive 32;`, nginx`keepalive_timeout 4s;`),
    block(nginx`upstream ${`${name}_own`}`, address),
  ]
}
function backendBlock(path: string, origin: string, server: ServerSettings, authorities: string): NginxText {
  const { protocol, hostname } = new URL(origin)
  return block(
    nginx`location ~ ${value(nginx`^`, path, nginx`(/|$)`)}`,
    nginx`if ($plain_prefix != ${path} ) { return 400; }`,
    ...headerLines(headersOfOrigin(server)),
    ...Object.keys(headersOfOrigin(server)).map((name) => nginx`proxy_hide_header ${name};`),
    path === reportsPath ? withoutVisitor(origin) : nothing,
    nginx`proxy_pass ${value(`${protocol}//${upstreamOf(origin, server)}_`, nginx`$connection_kind`)};`,
    nginx`proxy_redirect ${`${origin}/`} /;`,
    protocol === 'https:' ? overTls(hostname, authorities) : nothing,
  )
}
const withoutVisitor = (origin: string) =>
  nginx`# Nothing of the visitor: a Referer can contain a sign-in code, and proxies have many headers for an IP address.
proxy_pass_request_headers off;
proxy_set_header Host ${new URL(origin).host};
proxy_set_header Connection "";
proxy_set_header Content-Type $http_content_type;
proxy_set_header Content-Encoding $http_content_encoding;`
const overTls = (name: string, authorities: string) =>
  nginx`proxy_ssl_server_name on;
proxy_ssl_name ${name};
proxy_ssl_verify on;
proxy_ssl_verify_depth 4;
proxy_ssl_trusted_certificate ${authorities};`

/** Request headers by which clients and proxies claim what a backend gets from this server in other headers. */
const claims = [
  'Forwarded',
  'X-Forwarded-Host',
  'X-Forwarded-Port',
  'X-Forwarded-Prefix',
  'X-Forwarded-Scheme',
  'X-Forwarded-Server',
  'X-Forwarded-Ssl',
  'X-Original-Host',
  'X-Original-URL',
  'X-Rewrite-URL',
  'X-Real-IP',
  'X-Client-IP',
  'True-Client-IP',
  'CF-Connecting-IP',
]
const proxying = ({ origin, tls }: ServerSettings) => [
  nginx`# The host and the scheme that browsers see, which the identity provider and backends need; never what the client claims.`,
  nginx`proxy_http_version 1.1;`,
  nginx`proxy_set_header Connection "";`,
  nginx`proxy_set_header Host ${new URL(origin).host};`,
  tls
    ? nginx`proxy_set_header X-Forwarded-For $remote_addr;`
    : nginx`proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;`,
  nginx`proxy_set_header X-Forwarded-Proto ${origin.split(':')[0] ?? ''};`,
  ...claims.map((name) => nginx`proxy_set_header ${name} "";`),
  nginx`proxy_set_header X-Request-Id $known_id;
# No request is sent twice: the first one may have created an order.
proxy_next_upstream off;
proxy_connect_timeout 5s;
proxy_read_timeout 60s;
proxy_send_timeout 30s;
# Response headers must fit: the cookies of a sign-in exceed the default of 4 kB.
proxy_buffer_size 32k;
proxy_buffers 8 32k;`,
]

function health({ release }: Places, files: readonly string[]): NginxText[] {
  const answer = (...text: NginxText[]) => [
    nginx`default_type text/plain;`,
    nginx`add_header cache-control "no-store" always;`,
    nginx`access_log off;`,
    ...text,
  ]
  const there = files.map(
    (file) => nginx`if (!-f ${file} ) { return 503 ${value(`no ${file.split('/').at(-1)}`, nginx`\n`)}; }`,
  )
  return [
    block(nginx`location = ${healthPath}`, ...answer(nginx`return 200 ${value(`ok ${release}`, nginx`\n`)};`)),
    block(
      nginx`location = ${readyPath}`,
      ...answer(...there, nginx`return 200 ${value(`ready ${release}`, nginx`\n`)};`),
    ),
  ]
}

const errorPath = (status: number | string) => `/-/error/${status}`
/** The errors that nginx itself answers, with its own statuses for some of them. */
const errors: Readonly<Record<number, readonly number[]>> = {
  // A header that is too long, certificates of clients, and plain HTTP on the port of TLS.
  400: [400, 494, 495, 496, 497],
  ...Object.fromEntries(
    [403, 404, 405, 408, 411, 412, 413, 414, 416, 421, 500, 501, 502, 503, 504, 505].map((each) => [each, [each]]),
  ),
}
const errorPages = Object.entries(errors).map(
  ([status, own]) =>
    nginx`${own.reduce((written, each) => nginx`${written} ${each}`, nginx`error_page`)} ${errorPath(status)};`,
)
const errorBlock = (settings: PolicySettings, server: ServerSettings) =>
  block(
    nginx`location ^~ ${errorPath('')}`,
    nginx`internal;`,
    nginx`types { }`,
    nginx`default_type text/plain;`,
    ...headerLines({ ...securityHeaders(undefined, settings, server), 'cache-control': missing.cache }),
    ...Object.keys(errors).map((status) =>
      block(
        nginx`location = ${errorPath(status)}`,
        nginx`return ${status} ${value(STATUS_CODES[status] ?? '', nginx`\n`)};`,
      ),
    ),
  )

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
    (kind) => nginx`${value(`${kind}_temp_path`)} ${`${places.run}/${kind}`};`,
  )
  const needed = [`${places.site}/index.html`, `${places.site}/app.html`, `${places.run}/config.json`]
  const everywhere = [...health(places, needed), errorBlock(settings, server)]
  const toTls = nginx`return 308 ${value(origin, nginx`$request_uri`)};`
  const rulesHere = server.wellKnown === undefined ? rules : [wellKnownRule, ...rules]
  const app = [
    origin.startsWith('https:') && !tls ? block(nginx`if ($wants_tls)`, toTls) : nothing,
    ...Object.entries(server.backends).map(([path, to]) => backendBlock(path, to, server, trusted)),
    ...rulesHere.map((rule) => ruleBlock(rule, places, settings, server)),
    nginx`location / { return 404; }`,
  ]
  /** Returns two servers of a port: one for the host of the origin, one for all others. Health checks can use any host. */
  const serversOf = (port: number, how: NginxText, common: readonly NginxText[], own: readonly NginxText[]) => {
    const listen = (end: NginxText) =>
      lines(nginx`listen ${port}${how}${end};`, hasIpv6 ? nginx`listen ${`[::]:${port}`}${how}${end};` : nothing)
    return [
      block(nginx`server`, listen(nginx` default_server`), ...common, ...everywhere, nginx`location / { return 421; }`),
      block(
        nginx`server`,
        listen(nothing),
        nginx`server_name ${new URL(origin).hostname};`,
        ...common,
        ...everywhere,
        ...own,
      ),
    ]
  }
  const servers = tls
    ? [
        ...serversOf(server.port, nothing, [], [block(nginx`location /`, toTls)]),
        ...serversOf(
          tls.port,
          isDirective ? nginx` ssl` : nginx` ssl http2`,
          [
            isDirective ? nginx`http2 on;` : nothing,
            nginx`ssl_certificate ${tls.certificate};`,
            nginx`ssl_certificate_key ${tls.key};`,
          ],
          app,
        ),
      ]
    : serversOf(server.port, nothing, [], app)
  const written = lines(
    nginx`# Generated at start from web/deploy/rules.ts: do not edit.
worker_processes auto;
pid ${`${places.run}/nginx.pid`};
# Failed requests are in the access log with their status. The error log has the query, which can contain a sign-in code.
error_log stderr ${places.filtersErrors ? 'error' : 'emerg'};
worker_rlimit_nofile ${Math.min(files, FILES_OF_WORKER)};
# Connections that are still open after a reload or SIGTERM are closed after this time, which is longer than any response takes.
worker_shutdown_timeout 90s;
events { worker_connections ${connectionsFor(files)}; }`,
    block(
      nginx`http`,
      ...temporary,
      nginx`# Contains neither the query nor the visitor's IP address.`,
      nginx`log_format requests escape=json '{"time":"$time_iso8601","id":"$known_id","connection":$connection,"method":"$method_asked","path":"$path_logged","status":$status,"bytes":$bytes_sent,"seconds":$request_time,"upstream":"$upstream_status"}';`,
      nginx`access_log ${places.log} requests;`,
      nginx`server_tokens off;
sendfile on;
tcp_nopush on;
etag on;
absolute_redirect off;
keepalive_timeout 65s;
client_header_timeout 10s;
client_body_timeout 10s;
client_max_body_size 256k;
send_timeout 30s;
reset_timedout_connection on;
ssl_protocols TLSv1.2 TLSv1.3;
ssl_session_cache shared:paket:2m;
ssl_session_tickets off;`,
      ...maps,
      nginx`# The scheme that the browser used, where a proxy in front ends TLS. With several proxies the first value counts.`,
      block(
        nginx`map $http_x_forwarded_proto $seen_scheme`,
        nginx`default $scheme;`,
        nginx`~*^https https;`,
        nginx`~*^http http;`,
      ),
      nginx`# Health checks come from inside, without TLS, and follow no redirects.`,
      block(
        nginx`map $seen_scheme:$uri $wants_tls`,
        nginx`default "";`,
        ...[healthPath, readyPath, ...Object.keys(errors).map(errorPath)].map((path) => nginx`${`http:${path}`} "";`),
        nginx`~^http: 1;`,
      ),
      ...errorPages,
      ...proxying(server),
      ...[...new Set(Object.values(server.backends))].flatMap((to) => upstreamBlocks(to, server)),
      ...servers,
    ),
  )
  return `${String(written)}\n`
}
