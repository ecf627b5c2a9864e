import { isPlainObject } from '@redocly/openapi-core'
import type { Code, Operation } from '@paket/contract'
import type { Call, Description } from '../description/description.ts'
import type { Found } from '../report/finding.ts'
import { compareAnswers } from './compare-answers.ts'
import { compareBodies } from './compare-bodies.ts'
import { compareCalls as compareCallWords } from './compare-extensions.ts'
import { compareHooks, type Sides } from './compare-hooks.ts'
import { compareParameters, type DescribedBy, describedBy } from './compare-parameters.ts'
import { compareSecurity } from './compare-security.ts'
import { type Context, found, type Mode } from './context.ts'
import { changeAsFound } from './extension-finding.ts'
import { extensionsOf } from './extensions.ts'
import { match, type Matches } from './match.ts'

export interface Comparison {
  found: Found[]
  matches: Matches
}

/** Returns what breaks for clients of `ours` when the server follows `theirs`. */
export function compareDescriptions(ours: Description, theirs: Description, mode: Mode): Comparison {
  const matches = match(ours, theirs, mode)
  const sides: Sides = { ours, theirs, compared: new Map(), mode }
  const describing = describedBy(ours.calls)
  const perCall = [...matches.pairs, ...matches.moved].flatMap(({ our, their }) =>
    compareCall(sides, our, their, describing),
  )
  const root = { our: ours.reading.root, their: theirs.reading.root }
  return {
    found: [
      ...matches.found,
      ...perCall,
      ...compareHooks(sides, { hooks: ours.webhooks, at: root.our }, { hooks: theirs.webhooks, at: root.their }),
    ],
    matches,
  }
}

function compareCall(sides: Sides, our: Call, their: Call, describing: DescribedBy): Found[] {
  const { ours, theirs, compared, mode } = sides
  const base = { mode, call: our.id, ours: ours.reading, theirs: theirs.reading, compared, deferred: [] }
  const request: Context = { ...base, direction: 'request' }
  const response: Context = { ...base, direction: 'response' }
  const deprecated =
    their.deprecated && !our.deprecated
      ? [
          found(request, {
            rule: 'call-deprecated',
            subject: our.id,
            differs: `${our.id} is deprecated`,
            ours: our.at,
            theirs: their.at,
          }),
        ]
      : []
  const operation = withDefaults(our.at.value as Given)
  const extensions =
    mode === 'spec' ? compareCallWords(our.id, operation, withExtensions(operation, their.at.value as Given)) : []
  return [
    ...deprecated,
    ...extensions.map((change) => changeAsFound(change, [our.id], our.at, their.at)),
    ...compareSecurity(request, our, their),
    ...compareParameters(request, our, their, describing),
    ...compareBodies(request, our, their),
    ...compareAnswers(response, extensionsOf(our, ours), our, their),
    ...compareHooks(sides, { hooks: our.callbacks, at: our.at }, { hooks: their.callbacks, at: their.at }, our),
  ]
}
type Given = Record<string, unknown>
/** Adds empty extensions, which a plain description does not have. */
export const withDefaults = (operation: Given) =>
  ({
    'x-validity': { reject: {} },
    'x-failures': [],
    'x-cache': {},
    'x-provenance': { kind: '' },
    ...operation,
  }) as unknown as Operation<Code>
/** Takes the service's extensions where they are well-formed, otherwise the contract's. */
function withExtensions(ours: Operation<Code>, theirs: Given): Operation<Code> {
  const written = (word: keyof Operation<Code>, isSound: (value: unknown) => boolean) =>
    isSound(theirs[word]) ? theirs[word] : ours[word]
  return {
    ...ours,
    'x-validity': written('x-validity', (value) => isPlainObject(value) && isPlainObject(value['reject'])),
    'x-failures': written(
      'x-failures',
      (value) =>
        Array.isArray(value) && value.every((entry) => isPlainObject(entry) && typeof entry['name'] === 'string'),
    ),
    'x-cache': written('x-cache', isPlainObject),
    'x-provenance': written('x-provenance', (value) => isPlainObject(value) && typeof value['kind'] === 'string'),
  } as Operation<Code>
}
