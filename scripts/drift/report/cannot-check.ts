import { visible } from '@paket/contract'

/**
 * Why a check cannot run: printed as one sentence, with exit code 2. Anything else that is thrown is a bug of this
 * program.
 */
export class CannotCheck extends Error {
  override readonly name = 'CannotCheck'
  constructor(message: string) {
    super(visible(message))
  }
}

const WORDS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder: name a file in it',
  EACCES: 'it may not be read or written here',
  ENOTDIR: 'a part of its way is no folder',
}
const UNREACHED: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNRESET: 'the connection broke',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its body is not as long as Content-Length says',
}
/** The timeout of a request. */
export const PATIENCE_MS = 15_000
export const NO_ANSWER = `no answer in ${PATIENCE_MS / 1000} s`
/**
 * Returns why a request got no response, from names and codes of the error: its message may contain the URL or the
 * token.
 */
export function whyUnanswered(error: unknown): string {
  interface Failed {
    name?: string
    code?: string
    message?: string
  }
  const { name, cause = error as Failed } = error as Failed & { cause?: Failed }
  if (name === 'TimeoutError') return NO_ANSWER
  const { code } = cause
  if (code !== undefined && UNREACHED[code] !== undefined) return `${UNREACHED[code]}: ${code}`
  if (cause.message?.includes('Invalid EOF state')) return 'its answer ends in the middle'
  if (code?.startsWith('HPE_') || code?.endsWith('_NO_APPLICATION_PROTOCOL') || cause.name === 'HTTPParserError')
    return 'it answers no HTTP/1.1'
  if (cause.message === 'bad port') return 'Node and browsers block this port, so let the service listen on another one'
  if (cause.message === 'redirect count exceeded') return 'it redirects too often'
  if (code === undefined) return 'the connection broke'
  if (code === 'UND_ERR_SOCKET') return `the connection broke in the middle: ${code}`
  if (/SELF_SIGNED|LEAF_SIGNATURE|ISSUER_CERT/.test(code))
    return `${code}: NODE_EXTRA_CA_CERTS=ca.pem trusts the certificates of that file`
  return code.startsWith('Z_') ? `its body is not packed as it says: ${code}` : code
}
/** Returns the message of anything that was thrown. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof TypeError && error.cause instanceof Error) return whyUnanswered(error)
  return WORDS[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message
}
