import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { type ServerSettings, ServingError } from './serving.ts'

/** The system's certificate authorities: of Debian and Alpine, Red Hat, SUSE, and of BSD and macOS. */
export const systemAuthorities = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
] as const

const certificate = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/**
 * Returns the file with the authorities that certificates of backends must be of. Throws a ServingError of one line if it
 * is needed and is not there, or is not one of certificates.
 */
export function findAuthorities({ backends, backendCa }: ServerSettings): string {
  const file = backendCa ?? systemAuthorities.find((each) => existsSync(each))
  const isNeeded = Object.values(backends).some((origin) => origin.startsWith('https:'))
  if (!isNeeded && backendCa === undefined) return systemAuthorities[0]
  if (file === undefined)
    throw new ServingError(
      'PAKET_BACKEND_CA is missing: this system has no certificate authorities, which backends with https need',
    )
  if (backendCa !== undefined) checkCertificates(file)
  return file
}

function checkCertificates(file: string): void {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new ServingError(`PAKET_BACKEND_CA: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  const found = text.match(certificate) ?? []
  if (found.length === 0) throw new ServingError(`PAKET_BACKEND_CA: ${file} has no certificate in PEM`)
  for (const [at, pem] of found.entries())
    try {
      void new X509Certificate(pem)
    } catch {
      throw new ServingError(`PAKET_BACKEND_CA: certificate ${at + 1} of ${file} is invalid`)
    }
}
