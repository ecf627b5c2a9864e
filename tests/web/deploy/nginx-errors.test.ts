import { expect, it } from 'vitest'
import { readNginxError } from '../../../web/deploy/nginx-errors.ts'

const server = { master: 7, backends: { '/bff': 'https://bff.internal' } }
const request = (line = 'GET /bff/oidc?code=canary HTTP/1.1') =>
  `, client: 203.0.113.9, server: , request: "${line}", upstream: "http://10.0.0.1/bff/oidc?code=canary", host: "canary.example", referrer: "https://canary.example/"`
const read = (text: string) => readNginxError(`2026/11/29 08:59:07 ${text}`, server)

/** Lines of nginx 1.22 that a test cannot cause everywhere. */
it.each([
  [
    `[alert] 8#8: *4 socket() failed (24: Too many open files) while connecting to upstream${request()}`,
    'too-many-files',
  ],
  ['[crit] 8#8: accept4() failed (24: Too many open files)', 'too-many-files'],
  [
    `[alert] 8#8: *4 16 worker_connections are not enough while connecting to upstream${request()}`,
    'too-many-connections',
  ],
  ['[alert] 8#8: 16 worker_connections are not enough', 'too-many-connections'],
  [
    `[crit] 8#8: *4 pwrite() "/tmp/run1/client_body/0000000001" failed (28: No space left on device)${request()}`,
    'disk-full',
  ],
  [`[crit] 8#8: *4 open() "/srv/canary" failed (13: Permission denied)${request()}`, 'file'],
  [`[error] 8#8: *4 connect() failed (113: No route to host) while connecting to upstream${request()}`, 'unreachable'],
  [
    `[error] 8#8: *4 upstream timed out (110: Connection timed out) while reading response header from upstream${request()}`,
    'timed-out',
  ],
  [`[error] 8#8: *4 no live upstreams while connecting to upstream${request()}`, 'no-live-address'],
  [`[emerg] 8#8: *4 malloc(65536) failed (12: Cannot allocate memory)${request()}`, 'memory'],
  [
    `[error] 8#8: *4 upstream SSL certificate verify error: (24:invalid CA certificate) while SSL handshaking to upstream${request()}`,
    'certificate',
  ],
  [`[emerg] 8#8: *4 anything canary of a later nginx${request()}`, 'other'],
  [
    `[crit] 8#8: *4 SSL_do_handshake() failed (SSL: error:0A00006C:SSL routines::bad key share) while SSL handshaking, client: 203.0.113.9, server: 0.0.0.0:8443`,
    'tls',
  ],
])('%s has the class %s', (line, error) => {
  const found = read(line)
  expect(found).toMatchObject({ level: /\[(\w+)\]/.exec(line)?.[1], error })
  expect(JSON.stringify(found)).not.toMatch(/canary|203\.0\.113|10\.0\.0\.1/)
})

it('has the backend by the settings, and the connection', () => {
  const line = `[error] 8#8: *4 connect() failed (111: Connection refused) while connecting to upstream${request()}`
  expect(read(line)).toEqual({
    level: 'error',
    error: 'refused',
    during: 'connecting to upstream',
    backend: 'https://bff.internal',
    connection: 4,
  })
})

it.each(['GET /canary HTTP/1.1', 'GET /__proto__/x HTTP/1.1', 'GET https://canary/bff HTTP/1.1', '"'])(
  'has no backend for the request %s',
  (line) => {
    const text = `[error] 8#8: *4 connect() failed (111: Connection refused) while connecting to upstream${request(line)}`
    expect(read(text)).toEqual({ level: 'error', error: 'refused', during: 'connecting to upstream', connection: 4 })
  },
)

it('has a text only of the master process, which serves no requests', () => {
  const text = 'worker process 8 exited on signal 9'
  expect(read(`[alert] 7#7: ${text}`)).toEqual({ level: 'alert', error: 'nginx', text })
  expect(read(`[alert] 8#8: ${text}`)).toEqual({ level: 'alert', error: 'other' })
  expect(read(`[alert] 7#7: *4 ${text}${request()}`)).toMatchObject({ error: 'other', connection: 4 })
})

it.each(['', 'canary', '2026/11/29 canary', 'nginx: [emerg] canary'])(
  'has nothing of a line in another form: “%s”',
  (line) => {
    expect(readNginxError(line, server)).toEqual({ level: 'error', error: 'other' })
  },
)
