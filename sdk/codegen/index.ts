import { operations } from './operations.ts'

export { operations } from './operations.ts'

/**
 * Plugins for `openapi-ts`: types by `@hey-api/typescript`, and a constant per call for `createClientOf` of `@paket/sdk/runtime`.
 * `export default { input: './api.yaml', output: './generated', plugins: paket() }`
 */
export const paket = () => ['@hey-api/typescript' as const, operations()]
