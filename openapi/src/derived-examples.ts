import type { ContractDocument, FailureEntry, Operation, Response, ShownExample } from './document.ts'
import { neededExamples } from './examples.ts'
import { codesOf } from './failures.ts'
import { resolved } from './operations.ts'

/**
 * The document with an example for each failure, status and code of its calls: a refusal is `{ code, message: <the example's name> }`,
 * a status that says no code is answered as the shared response of that status is. What the description shows itself stays as it is.
 */
export function withDerivedExamples(document: ContractDocument): ContractDocument {
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => {
      const responses = { ...item.post.responses }
      // The first example of a status is its typical one: it has no code of its own where there is such a failure.
      const failures = item.post['x-failures'].toSorted((one, other) => codesOf(one).length - codesOf(other).length)
      for (const failure of failures) addExamples(document, item.post, failure, responses)
      return [path, { ...item, post: { ...item.post, responses } }]
    }),
  )
  return { ...document, paths }
}

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
