import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Certificate {
  cert: Buffer
  key: Buffer
}

/** Makes a certificate authority in a folder, `ca.pem`. */
export function certificateAuthority(folder: string) {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore', cwd: folder })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl('req', '-x509', ...key, '-days', '2', '-subj', '/CN=Authority', '-keyout', 'ca.key', '-out', 'ca.pem')
  return {
    file: join(folder, 'ca.pem'),
    /** Returns a certificate for a name that is valid for so many days; it has expired if they are negative. */
    certificateFor: (name: string, days = 2): Certificate => {
      const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
      openssl('req', ...key, ...subject, '-keyout', 'server.key', '-out', 'server.csr')
      const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-days', String(days), '-copy_extensions', 'copy']
      openssl('x509', '-req', '-in', 'server.csr', ...signed, '-out', 'server.pem')
      return { cert: readFileSync(join(folder, 'server.pem')), key: readFileSync(join(folder, 'server.key')) }
    },
  }
}
