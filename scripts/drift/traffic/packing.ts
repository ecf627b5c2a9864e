import { isUtf8 } from 'node:buffer'
import * as zlib from 'node:zlib'
import { type Body, UNKNOWN } from './body.ts'

const MOST_BYTES = 64 * 1_048_576
/** Text that is not JSON. */
const NO_TEXT: Body = { state: 'text', text: '\ufffd' }

/**
 * Returns a body from the network; unknown when it is larger than `limit`, or when this version of Node cannot
 * decompress it.
 */
export function sentBody(bytes: Buffer, encoding: string, limit: number): Body {
  try {
    const plain = unpacked(bytes, encoding, limit)
    return plain === null ? UNKNOWN : textOf(plain)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? UNKNOWN : NO_TEXT
  }
}
/** Returns a body from a log, which may have been decompressed before it was recorded, whatever its header says. */
export function loggedBody(bytes: Buffer, encoding: string | undefined): Body {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  const how = isGzip && !/gzip\s*$/i.test(encoding ?? '') ? 'gzip' : (encoding ?? 'identity')
  try {
    const plain = unpacked(bytes, how, MOST_BYTES)
    if (plain !== null) return textOf(plain)
  } catch {
    // Read as plain bytes below.
  }
  return encoding === undefined || isUtf8(bytes) ? textOf(bytes) : UNKNOWN
}
/** Returns a body as the text that clients read, which is UTF-8 whatever the charset says. */
export const textOf = (plain: Buffer): Body => ({
  state: 'text',
  text: plain.toString('utf8'),
  ...(!isUtf8(plain) && { isReplaced: true }),
})

/** Undoes a list of encodings, of which the last was applied last. Returns null when one is not supported. */
function unpacked(bytes: Buffer, encodings: string, maxOutputLength: number): Buffer | null {
  let plain: Buffer | null = bytes
  for (const encoding of encodings.split(',').toReversed()) plain = plain && decoded(plain, encoding, maxOutputLength)
  return plain
}
function decoded(bytes: Buffer, encoding: string, maxOutputLength: number): Buffer | null {
  const limit = { maxOutputLength }
  // Node 20 has no zstd.
  const zstd = zlib.zstdDecompressSync as typeof zlib.zstdDecompressSync | undefined
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return bytes
    case 'gzip':
    case 'x-gzip':
      return zlib.gunzipSync(bytes, limit)
    case 'br':
      return zlib.brotliDecompressSync(bytes, limit)
    case 'deflate':
      // Some servers send a zlib header, some do not.
      return (bytes[0]! & 0x0f) === 8 && bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0
        ? zlib.inflateSync(bytes, limit)
        : zlib.inflateRawSync(bytes, limit)
    case 'zstd':
      return zstd ? zstd(bytes, limit) : null
    default:
      return null
  }
}
