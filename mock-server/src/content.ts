import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { bundle, createConfig } from '@redocly/openapi-core'
import { pathOf, Problem } from './http.ts'
import { plainPrism } from './plain-prism.ts'

export const CONTENT_PATH = '/cms'

/**
 * The content system: the examples of `cms.yaml`, chosen by a `Prefer` header (`example=none`, `code=500`). It knows no users: its read has no token.
 * Its pictures are drawn here, one colour for each name.
 */
export async function createContent(contractDir: string) {
  const { bundle: bundled } = await bundle({ ref: join(contractDir, 'cms.yaml'), config: await createConfig({}) })
  const prism = await plainPrism(bundled.parsed as object)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Problem(405, 'Wrong method', `The content system is read only, got ${request.method}`, {
        headers: { allow: 'GET' },
      })
    const path = pathOf(request).slice(CONTENT_PATH.length)
    const picture = /^\/images\/([\w-]+)\.svg$/.exec(path)?.[1]
    if (picture) return void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(drawn(picture))
    const query = Object.fromEntries(new URL(request.url ?? '/', 'http://mock').searchParams)
    await prism({ method: 'get', url: { path, query }, headers: request.headers }, response)
  }
}

/** A plain picture that is the same for the same name. */
function drawn(name: string): string {
  const hue = Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) % 360, 7)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200"><rect width="320" height="200" fill="hsl(${hue} 40% 85%)"/><circle cx="240" cy="140" r="90" fill="hsl(${hue} 45% 70%)"/></svg>`
}
