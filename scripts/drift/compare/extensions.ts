import {
  type Code,
  codesOf,
  type FailureEntry,
  type Operation,
  placesOf,
  typesOf,
  type Validity,
} from '@paket/contract'
import { type Answer, type Call, type Description, successOf } from '../description/description.ts'
import { type At, child } from '../description/reading.ts'

/** The specification extensions of a call. */
export interface Extensions {
  validity: Validity<Code>
  failures: FailureEntry<Code>[]
  /** Whether responses of the call have a business code; false for a plain description. */
  isCoded: boolean
}

/** Returns the specification extensions of a call; empty ones for a plain description. */
export function extensionsOf(call: Call, description: Description): Extensions {
  const operation = call.at.value as Partial<Operation<Code>>
  const everywhere = (child(description.reading.root, 'x-failures')?.value ?? []) as FailureEntry<Code>[]
  return {
    validity: operation['x-validity'] ?? { reject: {} },
    failures: [...(operation['x-failures'] ?? []), ...everywhere],
    isCoded: operation['x-validity'] !== undefined || operation['x-failures'] !== undefined,
  }
}
/** Returns the paths of the value that the rule looks at, and of the code, in a response. */
export function codePlaces({ validity }: Extensions): { at: string[]; codeAt: string[] } {
  const { at, codeAt } = placesOf(validity)
  return { at: at.split('.'), codeAt: codeAt.split('.') }
}
/** Returns the path to the code, which is compared by its own rules. */
export const wayToCode = (extensions: Extensions): { codes: string[][] } => ({ codes: [codePlaces(extensions).codeAt] })
/** Returns whether a value has the type of the call's codes. */
export function isCode(
  { validity, failures }: Pick<Extensions, 'failures' | 'validity'>,
  value: unknown,
): value is Code {
  return typesOf({ 'x-validity': validity, 'x-failures': failures }).codeAt.includes(typeof value)
}
/** Returns the code in an example; null when it has none. */
export function codeOf(extensions: Extensions, example: At): Code | null {
  const code = child(example, ...codePlaces(extensions).codeAt)?.value
  return isCode(extensions, code) ? code : null
}
export const shownCodes = (extensions: Extensions, answer: Answer | undefined): Code[] =>
  answer?.examples.flatMap((example) => codeOf(extensions, example) ?? []) ?? []

/** Returns all codes of a 200 that the contract knows for a call: of its failures and in its examples. */
export function knownCodes(call: Call, extensions: Extensions): Code[] {
  const listed = extensions.failures.filter(({ http }) => http === undefined).flatMap((one) => codesOf<Code>(one))
  return [...new Set([...shownCodes(extensions, successOf(call)), ...listed])].toSorted(inOrder)
}
export const inOrder = (a: Code, b: Code): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
