import { join } from 'node:path'
import { withOwnOutcomes } from '@paket/contract'
import { contractFile } from '../description/contract-file.ts'
import { describe, type Description } from '../description/description.ts'
import { type At, child, read, type ReadOptions } from '../description/reading.ts'
import type { Found } from '../report/finding.ts'
import type { Section } from '../report/report.ts'
import { rules } from '../rules/rules.ts'
import type { Severity } from '../rules/severity.ts'
import type { Change } from './change.ts'
import { compareDescriptions, withDefaults } from './compare-calls.ts'
import { compareExtensions, type Extensions } from './compare-extensions.ts'
import { changeAsFound } from './extension-finding.ts'
import { uncheckedIn } from './unchecked.ts'

/** A version of the contract, with its outcomes and its catalogue. */
interface Version {
  description: Description
  outcomes: Record<string, unknown>
  catalogue: { bundles: Record<string, unknown>[]; counterOffers: Record<string, unknown>[] }
}
async function versionAt(place: string, options: ReadOptions): Promise<Version> {
  const file = await contractFile(place)
  const description = await describe(file, options)
  const inside = description.reading.root.value as Record<string, unknown>
  const beside = async (word: string, name: string): Promise<Record<string, unknown>> => {
    const found =
      inside[word] ??
      (await read(join(place, name)).then(
        ({ root }) => root.value,
        () => undefined,
      ))
    return (found ?? {}) as Record<string, unknown>
  }
  const outcomes = await beside('x-outcomes', 'outcomes.yaml')
  const catalogue = await beside('x-catalogue', 'catalogue.yaml')
  const rows = (name: string) => (catalogue[name] ?? []) as Record<string, unknown>[]
  return {
    description,
    outcomes,
    catalogue: { bundles: rows('bundles'), counterOffers: rows('counterOffers') },
  }
}

/** Returns the specification extensions of a version. */
function extensionsOf({ description, outcomes, catalogue }: Version): Extensions {
  const { reading, calls } = description
  const operations = calls.map(({ id, at }) => {
    const operation = withDefaults(at.value as Record<string, unknown>)
    // In a contract without outcomes, failures have none either.
    const failures =
      Object.keys(outcomes).length > 0 ? withOwnOutcomes(operation['x-failures']) : operation['x-failures']
    return [id, { ...operation, 'x-failures': failures }] as const
  })
  const own = operations.flatMap(([, operation]) =>
    operation['x-failures'].filter(({ outcome }) => outcome !== undefined).map(({ outcome }) => [outcome, {}] as const),
  )
  return {
    calls: new Map(operations),
    'x-failures': (child(reading.root, 'x-failures')?.value ?? []) as Extensions['x-failures'],
    'x-outcomes': { ...Object.fromEntries(own), ...outcomes } as Extensions['x-outcomes'],
    'x-catalogue': catalogue as Extensions['x-catalogue'],
  }
}

/** Returns everything that changed for callers between two versions. */
export async function changesBetween(
  before: string,
  after: string,
  options: ReadOptions = {},
): Promise<{ found: Found[]; unchecked: Section }> {
  const [old, now] = await Promise.all([versionAt(before, options), versionAt(after, options)])
  const { found } = compareDescriptions(old.description, now.description, 'changes')
  const extensions = compareExtensions(extensionsOf(old), extensionsOf(now)).map((change) => {
    const [our, their] = [placed(old.description, change), placed(now.description, change)]
    return changeAsFound(change, our ? [change.where] : [], our, their)
  })
  return {
    found: [...found, ...extensions].map((one) => ({
      ...one,
      says: inTime(one.says),
      hint: one.hint ?? hints[one.severity ?? rules[one.rule].severity],
    })),
    unchecked: uncheckedIn([old.description, now.description]),
  }
}
const placed = ({ calls, reading }: Description, { where, kind }: Change): At | undefined =>
  calls.find(({ id }) => id === where)?.at ?? (kind.startsWith('failure') ? reading.root : undefined)
/** The hints of rules are for a backend that differs from the contract; these are for those who change the contract. */
const hints: Record<Severity, string> = {
  breaking: 'Undo it, or agree with the callers on the day from which it holds.',
  risky: 'Find out whether it breaks a caller; if it does, agree on it with that caller first.',
  note: 'Nothing to do.',
}
/** In texts, “the contract” is the earlier version. */
const inTime = (text: string) => text.replaceAll('the contract', 'the earlier version')
