import type { ContractDocument, FailureEntry, Operation, Outcome, Response, ShownExample } from './document.ts'
import { neededExamples } from './examples.ts'
import { codesOf, meaningOf } from './failures.ts'
import { callsOf, resolved } from './operations.ts'

/**
 * Adds what follows from the calls' failures. Every status and code of a failure gets an example: a rejected 200 is `{
 * code, message: <the example's name> }`, a status without a code uses the shared response of that status. Examples
 * that the description contains take precedence. A failure without an outcome gets its own.
 */
export function withDerivedParts(document: ContractDocument): ContractDocument {
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => {
      const responses = { ...item.post.responses }
      // The first example of a status is its typical one, so failures without a code come first.
      const failures = item.post['x-failures'].toSorted((one, other) => codesOf(one).length - codesOf(other).length)
      for (const failure of failures) addExamples(document, item.post, failure, responses)
      const post = { ...item.post, 'x-failures': withOwnOutcomes(item.post['x-failures']), responses }
      return [path, { ...item, post }]
    }),
  )
  return { ...document, paths }
}

/** Derives the outcome of a failure that shares none: `linkExpired` becomes `link-expired`. */
export const ownOutcome = ({ name }: { name: string }): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Adds an outcome to each failure without one, derived from its name. */
export const withOwnOutcomes = <Entry extends { name: string; outcome?: string }>(failures: readonly Entry[]) =>
  failures.map((entry) => ({ ...entry, outcome: entry.outcome ?? ownOutcome(entry) }))

/** Returns the outcomes that belong to a single failure, described by it. */
export const ownOutcomes = (
  document: Pick<ContractDocument, 'paths'>,
  shared: Record<string, Outcome>,
): Record<string, Outcome> =>
  Object.fromEntries(
    callsOf(document).flatMap(({ path, operation }) =>
      operation['x-failures']
        .filter(({ outcome }) => !(outcome in shared))
        .map((failure): [string, Outcome] => [
          failure.outcome,
          {
            say: failure.description ?? '',
            source: `${operation['x-provenance'].section} (${path.split('/').at(-1)?.replaceAll('_', ' ')}, ${meaningOf(failure)})`,
            presumes: 'answer',
          },
        ]),
    ),
  )

/** Adds the examples of one failure to the call's responses; a shared response is copied into the call. */
function addExamples(
  document: ContractDocument,
  { responses: documented }: Operation,
  failure: FailureEntry,
  responses: Operation['responses'],
): void {
  for (const { status, code, name } of neededExamples(failure, Object.keys(documented))) {
    const answer = responses[status]
    if (!answer) continue
    const { examples = {}, ...media } = jsonOf(resolved(document, answer))
    if (name in examples) continue
    const [shared] = Object.values(jsonOf(resolved(document, documented[status] ?? answer)).examples ?? {})
    const value = code === undefined ? shared?.value : { code, message: name }
    const example: ShownExample = { summary: failure.description ?? shared?.summary ?? name, value }
    const own = answer.$ref === undefined ? examples : {}
    responses[status] = {
      ...resolved(document, answer),
      content: { 'application/json': { ...media, examples: { ...own, [name]: example } } },
    }
  }
}

const jsonOf = ({ content }: Response) => content?.['application/json'] ?? {}
