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
import type { ServerSettings } from './serving.ts'

/** Where the files are that a server sends, and where it may write. */
export interface Places {
  /** The two pages and the public files of a release. */
  site: string
  /** Has `assets/`: hashed files of this release and of those before it. */
  assets: string
  /** Has `config.json`, checked and compressed; temporary files come here. */
  run: string
  /** Where a line for each request goes. */
  log: string
  /** Shown by the health paths. */
  release: string
}

const indent = (text: string, by = '  ') => text.replace(/^(?=.)/gm, by)
const block = (head: string, ...lines: readonly string[]) => `${head} {\n${indent(lines.filter(Boolean).join('\n'))}\n}`
/** No backslash is changed: patterns are written as they are. */
const quoted = (text: string) => `"${text.replaceAll('"', String.raw`\"`)}"`
const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`)

/** A coding that the browser takes: named, and not with a weight of zero. */
const acceptsCoding = (coding: string) => String.raw`~*(^|[\s,])${coding}(?!\s*;\s*q=0(\.0*)?\s*(,|$))(?=[\s,;]|$)`
const maps = [
  '# The ending of the copy that is sent, and the coding of what was found.',
  block(
    'map $http_accept_encoding $copy',
    'default "";',
    ...codings.map(({ coding, ending }) => `${quoted(acceptsCoding(coding))} ${ending};`),
  ),
  block('map $uri $coding', 'default "";', ...codings.map(({ coding, ending }) => `~\\${ending}$ ${coding};`)),
  '# Without the query.',
  block('map $request_uri $path_asked', 'default "";', '"~^(?<path_of_request>[^?]*)" $path_of_request;'),
  '# An id that the caller has given is in the log too, when it can be nothing but an id.',
  block('map $http_x_request_id $known_id', 'default $request_id;', '"~^[A-Za-z0-9-]{8,64}$" $http_x_request_id;'),
]

/** Types come from the path that was asked for: the copy's own ending says nothing of it. */
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

function backendBlock(path: string, origin: string, server: ServerSettings): string {
  const isTls = origin.startsWith('https:')
  return block(
    `location ~ "^${path}(/|$)"`,
    ...headerLines(headersOfOrigin(server)),
    ...Object.keys(headersOfOrigin(server)).map((name) => `proxy_hide_header ${name};`),
    ...(path === reportsPath
      ? [
          '# Instead of those above: nothing about the client.',
          ...['Connection', ...headersOfVisitor].map((name) => `proxy_set_header ${name} "";`),
        ]
      : []),
    `proxy_pass ${origin};`,
    isTls
      ? 'proxy_ssl_server_name on;\nproxy_ssl_verify on;\nproxy_ssl_verify_depth 4;\nproxy_ssl_trusted_certificate /etc/ssl/certs/ca-certificates.crt;'
      : '',
  )
}
const proxying = [
  "# The browser's host stays: identity provider and backend answer for the origin that it sees.",
  'proxy_http_version 1.1;',
  'proxy_set_header Connection "";',
  'proxy_set_header Host $http_host;',
  'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
  'proxy_set_header X-Forwarded-Proto $seen_scheme;',
  'proxy_set_header X-Request-Id $known_id;',
  '# Nothing is asked twice: an order may have been made by the first.',
  'proxy_next_upstream off;',
  'proxy_connect_timeout 5s;',
  'proxy_read_timeout 60s;',
  'proxy_send_timeout 30s;',
  '# The headers of an answer have to fit: the cookies of a sign-in are longer than the usual 4 kB.',
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

/** The configuration of nginx, 1.22 or newer, without modules of others: the whole of it, for `nginx -c`. */
export function nginxConfiguration(
  places: Places,
  settings: PolicySettings,
  server: ServerSettings,
  hasIpv6 = true,
): string {
  const { tls, origin } = server
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
    ...Object.entries(server.backends).map(([path, to]) => backendBlock(path, to, server)),
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
          ...listen(tls.port, ' ssl http2'),
          `ssl_certificate ${tls.certificate};`,
          `ssl_certificate_key ${tls.key};`,
          ...healthBlocks,
          ...app,
        ),
      ]
    : [block('server', ...listen(server.port), ...healthBlocks, ...app)]
  return `# Written at start from web/deploy/rules.ts: not to be edited.
worker_processes auto;
pid ${places.run}/nginx.pid;
# Errors of requests stand in the access log by their status: an error's own line would have the query, which may carry a code of a sign-in.
error_log stderr crit;
# What is still open this long after a reload or SIGTERM is closed: longer than any answer takes.
worker_shutdown_timeout 90s;
events { worker_connections 4096; }
${block(
  'http',
  ...temporary,
  '# Neither the query nor the address of the visitor.',
  `log_format requests escape=json '{"time":"$time_iso8601","id":"$known_id","method":"$request_method","path":"$path_asked","status":$status,"bytes":$bytes_sent,"seconds":$request_time,"upstream":"$upstream_status"}';`,
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
  '# What the browser used: a server before this one may have ended its TLS. Of several servers the first one knows.',
  block('map $http_x_forwarded_proto $seen_scheme', 'default $scheme;', '~*^https https;', '~*^http http;'),
  '# A health check comes from inside, without TLS, and follows no redirect.',
  block(
    'map $seen_scheme:$uri $wants_tls',
    'default "";',
    ...[healthPath, readyPath].map((path) => `"http:${path}" "";`),
    '~^http: 1;',
  ),
  ...proxying,
  ...servers,
)}
`
}
