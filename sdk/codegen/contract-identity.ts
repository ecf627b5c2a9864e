import { createHash } from 'node:crypto'
import type { Contract } from '@paket/contract'

/** contract.gen.ts: which contract the SDK was generated from. */
export function contractIdentity(contract: Contract): string {
  const hash = createHash('sha256').update(JSON.stringify(contract)).digest('hex').slice(0, 12)
  const version = (contract as unknown as { info: { version: string } }).info.version
  return [
    '/** Version of the contract that the SDK was generated from. */',
    `export const contractVersion = '${version}'`,
    '/** Hash of that contract: another one means that something in it has changed, were it a description. */',
    `export const contractHash = '${hash}'`,
    '',
  ].join('\n')
}
