// Encodes a value for a URL: JSON, deflate, base64url.

/** @type {(bytes: Uint8Array<ArrayBuffer>, transform: CompressionStream | DecompressionStream) => Promise<Uint8Array<ArrayBuffer>>} */
const through = async (bytes, transform) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer())

/** @type {(value: unknown) => Promise<string>} */
export async function packed(value) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream('deflate-raw'))
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decodes a packed value; rejects when the text is incomplete. @type {(text: string) => Promise<unknown>} */
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))))
}
