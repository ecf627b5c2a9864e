import { operations } from './operations.ts'

export { operations } from './operations.ts'

/**
 * Plugins for `openapi-ts`: types by `@hey-api/typescript`, and a constant per call for `createClientOf` of `@paket/sdk/runtime`.
 * `export default { input: './api.yaml', output: './generated', plugins: paket() }`
 */
export const paket = () => [
  { name: '@hey-api/typescript' as const, definitions: { name: definitionName } },
  operations(),
]

/** Generated types use these of TypeScript by their names. */
const definitionName = (name: string) => (/^(Array|Blob|File|Omit)$/.test(name) ? `${name}Schema` : name)
