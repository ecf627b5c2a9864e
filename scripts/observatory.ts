import { spawnSync } from 'node:child_process'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { obtainBuild } from './build.ts'
import { obtainNginx } from './nginx.ts'
import { installOwnPackages } from './own-packages.ts'
import { launch, nodeCommand, root, runToEnd, stopAll } from './processes.ts'
import { parseOptions, runMain } from './run-main.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

const help = `npm run observatory: scans the headers of the built app behind nginx with MDN's HTTP Observatory, offline.

It serves https://localhost with its own certificate, so ports 80 and 443 must be free and permitted: run it as root or in a container.
Exits with 1 when the grade is not the best.
  --help`
const BEST = 'A+'
const LIMIT_MS = 60_000
const folder = join(root, 'scripts/observatory')
const scanner = join(folder, 'node_modules/@mdn/mdn-http-observatory')

/** The parts of the scanner's output that are read. */
interface Scan {
  scan: { grade: string; score: number }
  tests: Record<string, { pass: boolean; result: string }>
}

function certificate(place: string): { certificate: string; key: string } {
  const [certificateFile, key] = [join(place, 'certificate.pem'), join(place, 'key.pem')]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  const args = [...request, '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificateFile]
  const { status } = spawnSync('openssl', args, { stdio: 'ignore' })
  if (status !== 0) throw new Error('openssl could not make a certificate: is it installed?')
  return { certificate: certificateFile, key }
}
/** Over plain HTTP, which does not redirect the readiness path: fetch would reject the certificate. */
const isUp = () =>
  fetch('http://localhost/-/ready', { signal: AbortSignal.timeout(1000) }).then(
    ({ ok }) => ok,
    () => false,
  )

async function main(): Promise<void> {
  parseOptions(help, {})
  const problem = (await obtainNginx()) || (await obtainBuild())
  if (problem) throw new Error(problem)
  await installOwnPackages(folder)
  await mkdir(join(scanner, 'conf'), { recursive: true })
  const list = join(scanner, 'conf/hsts-preload.json')
  await access(list).catch(() => writeFile(list, '{}'))
  try {
    await inTemporaryFolder('paket-observatory-', scanHeaders)
  } finally {
    await stopAll()
  }
}

/** Scans the app behind nginx, whose certificate is written to `place`. */
async function scanHeaders(place: string): Promise<void> {
  const { certificate: file, key } = certificate(place)
  const env = {
    PAKET_ORIGIN: 'https://localhost',
    PAKET_PORT: '80',
    PAKET_TLS_PORT: '443',
    PAKET_TLS_CERTIFICATE: file,
    PAKET_TLS_KEY: key,
  }
  const server = launch({ ...nodeCommand('nginx', 'web/deploy/start.ts'), env })
  const end = Date.now() + LIMIT_MS
  let hasEnded = false
  void server.ended.then(() => (hasEnded = true))
  while (!(await isUp())) {
    if (Date.now() > end || hasEnded) throw new Error(`nginx does not answer https://localhost:\n${server.output()}`)
    await new Promise((done) => setTimeout(done, 100))
  }
  const command = nodeCommand('the scan', join(scanner, 'src/scan.js'), ['localhost'])
  const { ok, why, output } = await runToEnd({ ...command, env: { NODE_EXTRA_CA_CERTS: file } }, LIMIT_MS)
  if (!ok) throw new Error(`The scan failed (${why}):\n${output}`)
  const { scan, tests } = JSON.parse(output) as Scan
  console.log(`${scan.grade}, ${scan.score} points`)
  for (const [name, { pass, result }] of Object.entries(tests)) console.log(`${pass ? '✓' : '✗'} ${name}: ${result}`)
  if (scan.grade !== BEST) process.exitCode = 1
}

await runMain(main)
