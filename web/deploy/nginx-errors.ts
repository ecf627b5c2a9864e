import { constants } from 'node:os'

/** What nginx reports, without anything of the request: the texts of its lines have the query and the visitor's address. */
export interface NginxError {
  level: string
  error: ErrorClass
  /** What nginx did meanwhile. */
  during?: string
  /** The origin of the backend, from the settings. */
  backend?: string
  /** The number of the connection; the line of the request has it too. */
  connection?: number
  /** The text, if a request cannot be in it. */
  text?: string
}

/** The classes of errors, with their meaning for the operators' README. */
export const errorClasses = {
  refused: 'the backend does not listen at its address',
  unreachable: 'there is no route to the address of the backend',
  'timed-out': 'the backend did not respond: within 5 s to a connection, within 60 s to a request',
  reset: 'the backend closed the connection before its response was complete',
  'certificate-authority': 'the certificate of the backend is of an unknown authority: set `PAKET_BACKEND_CA`',
  'certificate-expired': 'the certificate of the backend has expired',
  'certificate-name': 'the certificate of the backend is for another name than that in `PAKET_BACKENDS`',
  certificate: 'the certificate of the backend is invalid for another reason',
  tls: 'a TLS handshake failed; of a backend, often because it speaks plain HTTP',
  'header-too-large': 'the headers of a response exceed 32 kB',
  'invalid-response': 'the backend sent no valid HTTP',
  'no-live-address': 'all addresses of the backend have failed in the last 10 s',
  'body-too-large': 'the body of a request exceeds 256 kB',
  'too-many-files': 'the limit of open files is reached: raise it (`LimitNOFILE`, `ulimit -n`)',
  'too-many-connections':
    'all connections of a worker are in use: run more instances, or raise the limit of open files if the server warned of it',
  'disk-full': 'no space is left for temporary files',
  file: 'a file cannot be opened, of the release or a temporary one',
  memory: 'no memory is left',
  nginx: 'a message of nginx itself, in `text`; no request is in it',
  other: 'anything else',
} as const
export type ErrorClass = keyof typeof errorClasses

/** By the start of nginx's message. */
const byText: readonly [RegExp, ErrorClass][] = [
  [/^upstream prematurely closed connection/, 'reset'],
  [/^upstream SSL certificate does not match/, 'certificate-name'],
  [/^upstream SSL certificate verify error: \((18|19|20|21):/, 'certificate-authority'],
  [/^upstream SSL certificate verify error: \(10:/, 'certificate-expired'],
  [/^upstream SSL certificate/, 'certificate'],
  [/^peer closed connection in SSL handshake|^SSL_\w+\(\) failed/, 'tls'],
  [/^upstream sent too big header/, 'header-too-large'],
  [/^upstream sent /, 'invalid-response'],
  [/^no live upstreams/, 'no-live-address'],
  [/^client intended to send too large (chunked )?body/, 'body-too-large'],
  [/^\d+ worker_connections are not enough/, 'too-many-connections'],
]
/** By the system's error number in the message, such as `(111: Connection refused)`. */
const byNumber: readonly [ErrorClass, readonly (keyof typeof constants.errno)[]][] = [
  ['refused', ['ECONNREFUSED']],
  ['unreachable', ['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL']],
  ['timed-out', ['ETIMEDOUT']],
  ['reset', ['ECONNRESET', 'EPIPE']],
  ['too-many-files', ['EMFILE', 'ENFILE']],
  ['disk-full', ['ENOSPC', 'EDQUOT']],
  ['file', ['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'EIO']],
  ['memory', ['ENOMEM', 'ENOBUFS']],
]
const steps = [
  'connecting to upstream',
  'SSL handshaking to upstream',
  'sending request to upstream',
  'reading response header from upstream',
  'reading upstream',
  'sending to client',
  'reading client request body',
  'accepting new connection',
  'SSL handshaking',
]

const form = /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[(\w+)\] (\d+)#\d+: (?:\*(\d+) )?(.*)$/

function classOf(message: string): ErrorClass {
  const [, found] = byText.find(([pattern]) => pattern.test(message)) ?? []
  if (found) return found
  const number = Number(/ \((\d{1,3}): /.exec(message)?.[1])
  const [error = 'other'] = byNumber.find(([, names]) => names.some((name) => constants.errno[name] === number)) ?? []
  return error
}

/**
 * Reads a line of nginx's error log. The master process, whose id is `master`, serves no requests, so its text is
 * returned; of a worker's line only what is known beforehand, such as a class or an origin of the settings.
 */
export function readNginxError(
  line: string,
  { master, backends }: { master: number; backends: Readonly<Record<string, string>> },
): NginxError {
  const [, level, process, connection, text = ''] = form.exec(line) ?? []
  if (level === undefined) return { level: 'error', error: 'other' }
  if (Number(process) === master && connection === undefined) return { level, error: 'nginx', text }
  const end = text.indexOf(', client: ')
  const message = end === -1 ? text : text.slice(0, end)
  const during = steps.find((step) => message.includes(` while ${step}`))
  const path = text.includes(', upstream: "') ? /, request: "[A-Z]+ (\/[\w-]+)/.exec(text)?.[1] : undefined
  const backend = path !== undefined && Object.hasOwn(backends, path) ? backends[path] : undefined
  return {
    level,
    error: classOf(message),
    ...(during && { during }),
    ...(backend && { backend }),
    ...(connection && { connection: Number(connection) }),
  }
}
