import { isListed, list } from '@paket/contract'
import type { Contract } from '#engine/contract/contract.ts'

/** Lists what a tester can choose from: each operation, its failures with their outcomes, and its examples. */
export const overview = (contract: Contract) =>
  contract.operations.map((operation) => {
    const { id, method, path, examples } = operation
    const { summary, 'x-failures': failures } = contract.documented(operation)
    return {
      operation: id,
      method: method.toUpperCase(),
      path,
      summary,
      failures: failures.filter(isListed).map(({ name, code, http, outcome, description = '' }) => ({
        name,
        codes: list(code),
        http: list(http).map(String),
        outcome,
        description,
      })),
      examples: examples.map(({ name, status }) => ({ name, status })),
    }
  })
