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
  /** Whether an answer of the call says by a code what it is; a plain description says nothing of that. */
  isCoded: boolean
}

/** The specification extensions of a call; what a plain description has none of is empty. */
export function extensionsOf(call: Call, description: Description): Extensions {
  const operation = call.at.value as Partial<Operation<Code>>
  const everywhere = (child(description.reading.root, 'x-failures')?.value ?? []) as FailureEntry<Code>[]
  return {
    validity: operation['x-validity'] ?? { reject: {} },
    failures: [...(operation['x-failures'] ?? []), ...everywhere],
    isCoded: operation['x-validity'] !== undefined || operation['x-failures'] !== undefined,
  }
}
/** Where the value that the rule looks at and the code stand in an answer. */
export function codePlaces({ validity }: Extensions): { at: string[]; codeAt: string[] } {
  const { at, codeAt } = placesOf(validity)
  return { at: at.split('.'), codeAt: codeAt.split('.') }
}
/** The way to the code, which is compared by what it means. */
export const wayToCode = (extensions: Extensions): { codes: string[][] } => ({ codes: [codePlaces(extensions).codeAt] })
/** Whether a value is of the kind that the call's codes are. */
export function isCode(
  { validity, failures }: Pick<Extensions, 'failures' | 'validity'>,
  value: unknown,
): value is Code {
  return typesOf({ 'x-validity': validity, 'x-failures': failures }).codeAt.includes(typeof value)
}
/** The code that an example shows; null when it shows none. */
export function codeOf(extensions: Extensions, example: At): Code | null {
  const code = child(example, ...codePlaces(extensions).codeAt)?.value
  return isCode(extensions, code) ? code : null
}
export const shownCodes = (extensions: Extensions, answer: Answer | undefined): Code[] =>
  answer?.examples.flatMap((example) => codeOf(extensions, example) ?? []) ?? []

/** Every code of a 200 that the contract knows of a call: those of its failures, and those that its examples show. */
export function knownCodes(call: Call, extensions: Extensions): Code[] {
  const listed = extensions.failures.filter(({ http }) => http === undefined).flatMap((one) => codesOf<Code>(one))
  return [...new Set([...shownCodes(extensions, successOf(call)), ...listed])].toSorted(inOrder)
}
export const inOrder = (a: Code, b: Code): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
