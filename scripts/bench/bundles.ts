import { gzipSize } from '../gzip-size.ts'
import type { Call } from './contract.ts'
import type { Workshop } from './generators.ts'
import type { Numbers } from './numbers.ts'

type Named = Pick<Call, 'id' | 'path'>
/** Source of a module with these calls, per client. Each call is exported, so that a bundler keeps it. */
function modules(calls: Named[]): Record<string, string> {
  const each = (write: (call: Named) => string) => calls.map(write).join('\n')
  const ids = calls.map(({ id }) => id).join(', ')
  const config = `baseUrl: '/bff/api', auth: { getToken: () => globalThis.token }`
  return {
    'raw fetch': `const post = async (path, body) => (await fetch('/bff/api' + path, { method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ' + globalThis.token }, body: JSON.stringify(body) })).json()
      ${each(({ id, path }) => `export const ${id} = (body) => post('${path}', body)`)}`,
    'openapi-fetch': `import create from 'openapi-fetch'; const api = create({ baseUrl: '/bff/api' })
      ${each(({ id, path }) => `export const ${id} = (body) => api.POST('${path}', { body })`)}`,
    '@paket/sdk': `import { createClientOf } from '@paket/sdk'; import { ${ids} } from '@paket/sdk/operations'
      export const paket = createClientOf({ ${ids} }, { ${config} })`,
    '@hey-api/client-fetch': `import { createClient, createConfig } from '@hey-api/client-fetch'; const api = createClient(createConfig({ baseUrl: '/bff/api' }))
      ${each(({ id, path }) => `export const ${id} = (body) => api.post({ url: '${path}', body })`)}`,
    ky: `import ky from 'ky'; const api = ky.create({ prefix: '/bff/api' })
      ${each(({ id, path }) => `export const ${id} = (json) => api.post('${path.slice(1)}', { json }).json()`)}`,
    axios: `import axios from 'axios'; const api = axios.create({ baseURL: '/bff/api', adapter: 'fetch' })
      ${each(({ id, path }) => `export const ${id} = (body) => api.post('${path}', body)`)}`,
  }
}
/** The same per generated client; the module is stored beside the clients' folders. */
function generatedModules(calls: Named[]): Record<string, string> {
  const ids = calls.map(({ id }) => id).join(', ')
  const auth = 'auth: { getToken: () => globalThis.token }'
  const paket = (
    more: string,
    options: string,
  ) => `import { createClientOf } from '@paket/sdk'; import { ${ids} } from '@paket/sdk/operations'; ${more}
    export const paket = createClientOf({ ${ids} }, { baseUrl: '/bff/api', ${options} })`
  return {
    '@paket/sdk': paket('', auth),
    '@paket/sdk + refresh': paket(
      `import { withRefresh } from '@paket/sdk'`,
      'auth: withRefresh({ getToken: () => globalThis.token, refresh: () => globalThis.renew() })',
    ),
    '@paket/sdk + schemas': paket(`import { schemas } from '@paket/sdk/schemas'`, `${auth}, schemas`),
    'openapi-fetch': modules(calls)['openapi-fetch'] ?? '',
    'hey-api': `export { ${ids} } from './hey-api/sdk.gen'`,
    'hey-api + valibot': `export { ${ids} } from './hey-api-valibot/sdk.gen'`,
    orval: `export { ${ids} } from './orval/client'`,
    'orval + zod': `export { ${ids} } from './orval-zod/client'`,
    Redocly: `export { ${ids} } from './redocly/client'`,
    'Redocly + zod': `import { use } from './redocly-zod/client'; import { zodValidation } from './redocly-zod/client.zod'
      use(zodValidation()); export { ${ids} } from './redocly-zod/client'`,
  }
}

async function sizes(sources: Record<string, string>, folder?: string): Promise<Numbers> {
  const all = Object.entries(sources).map(async ([name, source]) => [name, await gzipSize(source, folder)] as const)
  return Object.fromEntries(await Promise.all(all))
}
/** Bytes of a module with these calls and the runtime, per client: of clients from packages, and of generated ones. */
export const bundleSizes = (calls: Named[]) => sizes(modules(calls), import.meta.dirname)
export const generatedSizes = (calls: Named[], { folder }: Workshop) => sizes(generatedModules(calls), folder)
/** The same for the clients that need no generation: ours and openapi-fetch. */
export function ownSizes(calls: Named[]): Promise<Numbers> {
  const isOwn = (name: string) => name.startsWith('@paket/sdk') || name === 'openapi-fetch'
  return sizes(Object.fromEntries(Object.entries(generatedModules(calls)).filter(([name]) => isOwn(name))))
}
