import type { ContractDocument, FailureEntry, Operation, Outcome, Response, ShownExample } from './document.ts'
import { neededExamples } from './examples.ts'
import { codesOf, meaningOf } from './failures.ts'
import { callsOf, resolved } from './operations.ts'

/**
 * The document with what follows from the failures of its calls. Each has an example for every status and code: a refusal is
 * `{ code, message: <the example's name> }`, a status that says no code is answered as the shared response of that status is; what the
 * description shows itself stays as it is. One that is written without an outcome has its own.
 */
export function withDerivedParts(document: ContractDocument): ContractDocument {
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => {
      const responses = { ...item.post.responses }
      // The first example of a status is its typical one: it has no code of its own where there is such a failure.
      const failures = item.post['x-failures'].toSorted((one, other) => codesOf(one).length - codesOf(other).length)
      for (const failure of failures) addExamples(document, item.post, failure, responses)
      const post = { ...item.post, 'x-failures': withOwnOutcomes(item.post['x-failures']), responses }
      return [path, { ...item, post }]
    }),
  )
  return { ...document, paths }
}

/** `linkExpired` to `link-expired`: the outcome of a failure that shares none. */
export const ownOutcome = ({ name }: { name: string }): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Failures of a call, each with an outcome: that of one without is its own name. */
export const withOwnOutcomes = <Entry extends { name: string; outcome?: string }>(failures: readonly Entry[]) =>
  failures.map((entry) => ({ ...entry, outcome: entry.outcome ?? ownOutcome(entry) }))

/** The outcomes that single failures have to themselves, described by those failures. */
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

/** Adds the examples of one failure to the answers of its call; an answer that calls share becomes the call's own. */
function addExamples(
  document: ContractDocument,
  { responses: written }: Operation,
  failure: FailureEntry,
  responses: Operation['responses'],
): void {
  for (const { status, code, name } of neededExamples(failure, Object.keys(written))) {
    const answer = responses[status]
    if (!answer) continue
    const { examples = {}, ...media } = jsonOf(resolved(document, answer))
    if (name in examples) continue
    const [shared] = Object.values(jsonOf(resolved(document, written[status] ?? answer)).examples ?? {})
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
