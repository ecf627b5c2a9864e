import type { Contract, FailureEntry, Operation } from '@paket/contract'

/** One way in which a call can fail, ready to be read. */
export interface DocumentedFailure {
  /** Place in the catalogue, as `failure.docs` of the SDK names it. */
  anchor: string
  name: string
  /** Codes, HTTP statuses, or what happened when there is neither. */
  when: string
  outcome: string
  /** What a person must come to know (`say` of the outcome). */
  say: string
  description: string
  isCommon: boolean
}
export interface DocumentedCall {
  id: string
  path: string
  operation: Operation
  failures: DocumentedFailure[]
}
/** An entry of the root also says in a word when it happens. */
type RootEntry = FailureEntry & { when?: string }

const list = <T>(value: T | T[] | undefined): T[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])

/** `HTTP 422, 5XX with code 2001` */
function whenOf({ code, http, when }: RootEntry): string {
  const codes = list(code).length > 0 ? `code ${list(code).join(', ')}` : ''
  const statuses = list(http).length > 0 ? `HTTP ${list(http).join(', ')}` : ''
  return [statuses, codes].filter(Boolean).join(' with ') || (when ?? '').replaceAll('-', ' ')
}

function failuresOf(contract: Contract, { operationId, 'x-failures': own }: Operation): DocumentedFailure[] {
  const documented = (entry: RootEntry, isCommon: boolean): DocumentedFailure => {
    const { name, outcome, description = '' } = entry
    const say = contract['x-outcomes'][outcome]?.say
    if (!say) throw new Error(`${operationId}: no outcome is called ${outcome}`)
    return { anchor: `${operationId}.${name}`, name, when: whenOf(entry), outcome, say, description, isCommon }
  }
  const root: RootEntry[] = contract['x-failures']
  const isOfRoot = ({ name }: FailureEntry) => root.some((entry) => entry.name === name)
  const common = root.map((entry) => ({ ...entry, ...own.find(({ name }) => name === entry.name) }))
  return [
    ...own.filter((entry) => !isOfRoot(entry)).map((entry) => documented(entry, false)),
    ...common.map((entry) => documented(entry, true)),
  ]
}

/** Every call with every failure of it, those that all calls have among them. */
export const documentedCalls = (contract: Contract): DocumentedCall[] =>
  Object.entries(contract.paths).map(([path, { post }]) => ({
    id: post.operationId,
    path,
    operation: post,
    failures: failuresOf(contract, post),
  }))
