import type { Contract } from '#engine/contract/contract.ts'

const list = <T>(value: T | T[] | undefined): T[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])

/** What a tester chooses from: every call, how it can fail and what that means, and its examples. */
export const overview = (contract: Contract) =>
  contract.operations.map(({ id, path, examples }) => {
    const { summary, 'x-failures': failures } = contract.document.paths[path]!.post
    return {
      operation: id,
      path,
      summary,
      failures: failures.flatMap(({ name, code, http, outcome, description }) =>
        code === undefined && http === undefined
          ? []
          : [{ name, codes: list(code), http: list(http).map(String), outcome, description: description ?? '' }],
      ),
      examples: examples.map(({ name, status }) => ({ name, status })),
    }
  })
