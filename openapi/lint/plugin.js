// Lint rules for the contract's specification extensions. Each message says what is wrong and how to correct it.
import { join } from 'node:path'
import { codesOf, isListed, loadOutcomes, neededExamples, ownOutcome, rejects, statusesOf } from '../src/index.ts'
import { vocabulary } from '../src/vocabulary.ts'

const described = await loadOutcomes(join(import.meta.dirname, '..'))
const outcomes = Object.keys(described)
/** Outcomes that make sense only if an answer was received: they show a code, or only support can help. */
const presumesAnswer = (outcome) => described[outcome]?.presumes === 'answer'

const examplesOf = (operation, status) => operation.responses?.[status]?.content?.['application/json']?.examples ?? {}

/** Every call has all four specification extensions, valid by their JSON Schemas in vocabulary/. */
const Vocabulary = () => ({
  Operation(operation, { report, location }) {
    for (const [word, check] of Object.entries(vocabulary)) {
      if (operation[word] === undefined) {
        report({
          message: `${operation.operationId}: ${word} is missing (see vocabulary/${word}.yaml)`,
          location: location.key(),
        })
        continue
      }
      if (check(operation[word])) continue
      for (const { instancePath, message, params } of check.errors ?? [])
        report({
          message: `${operation.operationId}: ${word}${instancePath} ${message}${params.additionalProperty ? `: ${params.additionalProperty}` : ''}`,
          location: location.child([word]),
        })
    }
  },
})

/** Codes match the rule: it rejects every listed code, and every rejected example is a listed failure. */
const CodesAgree = () => ({
  Operation(operation, { report, location }) {
    const { 'x-validity': validity, 'x-failures': failures } = operation
    if (!validity || !Array.isArray(failures)) return
    const listed = failures.filter((failure) => failure.http === undefined).flatMap(codesOf)
    for (const code of listed)
      if (!rejects(validity, code))
        report({
          message: `${operation.operationId}: x-failures lists code ${code}, which x-validity accepts`,
          location: location.child(['x-failures']),
        })
    for (const [name, example] of Object.entries(examplesOf(operation, '200')))
      if (rejects(validity, example.value?.code) && !listed.includes(example.value?.code))
        report({
          message: `${operation.operationId}: the example ${name} has code ${example.value?.code}, which x-validity rejects and x-failures does not list`,
          location: location.child(['responses', '200', 'content', 'application/json', 'examples', name]),
        })
  },
})

/** If the rule rejects an answer without a code, the schema of the accepted answer must require one. */
const CodeRequired = () => ({
  Operation(operation, { report, location, resolve }) {
    if (!operation['x-validity']?.reject?.except) return
    const schema = operation.responses?.['200']?.content?.['application/json']?.schema
    const answer = schema?.anyOf?.[0] ?? schema
    const accepted = answer?.$ref ? resolve(answer).node : answer
    if (!accepted?.required?.includes('code'))
      report({
        message: `${operation.operationId}: x-validity rejects an answer without a code, and ${accepted?.title ?? 'the schema of 200'} does not require one`,
        location: location.child(['responses', '200']),
      })
  },
})

/** A failure without an answer has no code, so its outcome must not presume one. */
const OutcomesTrue = () => {
  const withoutAnswer = new Set()
  const check = (failures, where, report, location) => {
    for (const [index, { name, outcome }] of failures.entries())
      if (withoutAnswer.has(name) && presumesAnswer(outcome))
        report({
          message: `${where}: ${name} has the outcome ${outcome}, which needs an answer, and there is none: choose another`,
          location: location.child(['x-failures', index]),
        })
  }
  return {
    Root(root, { report, location }) {
      const failures = root['x-failures'] ?? []
      for (const { name, when } of failures)
        if (['no-token', 'no-connection', 'time-out'].includes(when)) withoutAnswer.add(name)
      check(failures, 'every call', report, location)
    },
    Operation(operation, { report, location }) {
      check(operation['x-failures'] ?? [], operation.operationId, report, location)
    },
  }
}

/** Every response has the request id header, and a 429 has Retry-After. */
const AnswerHeaders = () => ({
  Operation(operation, { report, location, resolve }) {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      const headers = (response.$ref ? resolve(response).node : response)?.headers ?? {}
      for (const name of ['X-Request-Id', ...(status === '429' ? ['Retry-After'] : [])])
        if (!headers[name])
          report({
            message: `${operation.operationId}: response ${status} needs the header ${name} of components.headers`,
            location: location.child(['responses', status]),
          })
    }
    if (operation.responses && !operation.responses['429'])
      report({
        message: `${operation.operationId}: response 429 is missing (components.responses.TooManyRequests)`,
        location: location.child(['responses']),
      })
  },
})

/** Every status of a failure has a response; an example written for a failure has its code. */
const AnswerPerFailure = () => ({
  Operation(operation, { report, location, resolve }) {
    const documented = Object.keys(operation.responses ?? {})
    for (const [index, failure] of (operation['x-failures'] ?? []).entries()) {
      if (failure.http !== undefined && statusesOf(failure, documented).length === 0)
        report({
          message: `${operation.operationId}: ${failure.name} means HTTP ${failure.http}, which has no response`,
          location: location.child(['x-failures', index]),
        })
      for (const { status, code, name } of neededExamples(failure, documented)) {
        const response = operation.responses[status]
        const content = (response?.$ref ? resolve(response).node : response)?.content?.['application/json']
        const example = content?.examples?.[name]
        if (example && code !== undefined && example.value?.code !== code)
          report({
            message: `${operation.operationId}: the example ${name} of ${status} has code ${example.value?.code}, but the failure has ${code}`,
            location: location.child(['responses', status]),
          })
      }
    }
  },
})

/** Every call has an example of a success, and each of those names its state of the product (x-scenario). */
const SuccessExamples = () => ({
  Operation(operation, { report, location }) {
    if (!operation['x-validity']) return
    const examples = Object.entries(examplesOf(operation, '200')).filter(
      ([, { value }]) => !rejects(operation['x-validity'], value?.code),
    )
    if (examples.length === 0)
      report({
        message: `${operation.operationId}: response 200 has no example of a success`,
        location: location.child(['responses', '200']),
      })
    for (const [name, example] of examples)
      if (!example['x-scenario'])
        report({
          message: `${operation.operationId}: the example ${name} needs x-scenario, the state of the product it shows`,
          location: location.child(['responses', '200', 'content', 'application/json', 'examples', name]),
        })
  },
})

/**
 * Failure names are unique in a call; a name alone is a common failure's; an outcome is either in outcomes.yaml or
 * belongs to one failure.
 */
const FailureNames = () => {
  /** The failures that use each outcome. */
  const users = new Map()
  let common = []
  const check = (failures, where, report, location) => {
    for (const [index, failure] of failures.entries()) {
      const { name, outcome = ownOutcome(failure), description } = failure
      const at = location.child(['x-failures', index])
      const others = users.get(outcome) ?? []
      users.set(outcome, [...others, failure])
      const isOwn = failure.outcome === undefined && isListed(failure)
      const problem = isOwn
        ? outcomes.includes(outcome) || others.length > 0
          ? `shares the outcome ${outcome} with another failure: add it to outcomes.yaml, with what to do`
          : !description && 'has an outcome of its own: its description must say what to do'
        : !outcomes.includes(outcome) &&
          `has the outcome ${outcome}, which outcomes.yaml does not have: add it there, or omit it here if no other failure has it`
      if (problem) report({ message: `${where}: ${name} ${problem}`, location: at })
      if (failures.findIndex((other) => other.name === failure.name) !== index)
        report({ message: `${where}: the name ${failure.name} is used twice`, location: at })
    }
  }
  return {
    Root: {
      enter(root, { report, location }) {
        common = (root['x-failures'] ?? []).map((failure) => failure.name)
        check(root['x-failures'] ?? [], 'every call', report, location)
      },
      leave(root, { report, location }) {
        for (const outcome of outcomes) {
          const [user, ...others] = users.get(outcome) ?? []
          // Failures of two calls can have the same name and separate outcomes.
          if (others.length > 0 || (user && users.has(ownOutcome(user)))) continue
          const problem = user ? `is used only by ${user.name}: remove it there and here` : 'is used by no failure'
          report({ message: `the outcome ${outcome} of outcomes.yaml ${problem}`, location: location.key() })
        }
      },
    },
    Operation(operation, { report, location }) {
      const failures = operation['x-failures'] ?? []
      check(failures, operation.operationId, report, location)
      for (const [index, failure] of failures.entries()) {
        const alone = failure.code === undefined && failure.http === undefined
        if (alone !== common.includes(failure.name))
          report({
            message: `${operation.operationId}: ${failure.name} ${alone ? 'has neither code nor http and is not a common failure' : 'is the name of a common failure: choose another'}`,
            location: location.child(['x-failures', index]),
          })
      }
    },
  }
}

/** Cache keys are in the root's list; a retry names failures of the call. */
const CacheKeys = () => {
  let keys = []
  let common = []
  return {
    Root(root) {
      keys = Object.keys(root['x-cache']?.keys ?? {})
      common = (root['x-failures'] ?? []).map((failure) => failure.name)
    },
    Operation(operation, { report, location }) {
      const cache = operation['x-cache'] ?? {}
      const conditional = [...(cache.invalidatesIf ?? []), ...(cache.invalidatesOnFailure ?? [])].flatMap(
        ({ keys: some }) => some,
      )
      for (const key of [cache.key, ...(cache.invalidates ?? []), ...conditional].filter(Boolean))
        if (!keys.includes(key))
          report({
            message: `${operation.operationId}: the cache key ${key} is not in the root's x-cache.keys`,
            location: location.child(['x-cache']),
          })
      const names = [...common, ...(operation['x-failures'] ?? []).map((failure) => failure.name)]
      const named = [...(cache.retry?.on ?? []), ...(cache.invalidatesOnFailure ?? []).flatMap((entry) => entry.names)]
      for (const name of named)
        if (!names.includes(name))
          report({
            message: `${operation.operationId}: x-cache names ${name}, which is not a failure of the call`,
            location: location.child(['x-cache']),
          })
    },
  }
}

/** Every call is a POST (C-CALL-01). */
const PostOnly = () => ({
  PathItem(item, { report, location, key }) {
    for (const method of ['get', 'put', 'delete', 'patch', 'head', 'options'])
      if (item[method])
        report({ message: `${key}: every call is a POST, this is ${method}`, location: location.child([method]).key() })
  },
})

/**
 * The schema of a 200 is one $ref, or an accepted answer followed by a refusal: the SDK takes the first as the data.
 */
const TwoBranches = () => ({
  Operation(operation, { report, location }) {
    const schema = operation.responses?.['200']?.content?.['application/json']?.schema
    const rejectsSome = Object.keys(operation['x-validity']?.reject ?? {}).length > 0
    const [answer, refusal, ...more] = schema?.anyOf ?? []
    const isRefusal = (branch) => /\bRefusal(\.yaml)?$/.test(branch?.$ref)
    const good = rejectsSome
      ? Boolean(answer?.$ref) && !isRefusal(answer) && isRefusal(refusal) && more.length === 0
      : Boolean(schema?.$ref)
    if (!good)
      report({
        message: `${operation.operationId}: the schema of 200 must be ${rejectsSome ? 'anyOf of two $refs: the accepted answer, then Refusal.yaml' : 'one $ref'}`,
        location: location.child(['responses', '200']),
      })
  },
})

/** An enumeration needs a description of its values. */
const EnumsDescribed = () => ({
  Schema(schema, { report, location }) {
    if (schema.enum && !schema.description)
      report({ message: 'an enumeration needs a description of its values', location: location.child(['enum']).key() })
  },
})

/** A field needs a description: unit, format, meaning. A $ref is described at its target. */
const FieldsDescribed = () => ({
  Schema(schema, { report, location }) {
    for (const [name, field] of Object.entries(schema.properties ?? {}))
      if (!field.$ref && !field.description)
        report({
          message: `the field ${name} needs a description`,
          location: location.child(['properties', name]).key(),
        })
  },
})

export default () => ({
  id: 'paket',
  rules: {
    oas3: {
      vocabulary: Vocabulary,
      'codes-agree': CodesAgree,
      'code-required': CodeRequired,
      'outcomes-true': OutcomesTrue,
      'answer-headers': AnswerHeaders,
      'answer-per-failure': AnswerPerFailure,
      'success-examples': SuccessExamples,
      'failure-names': FailureNames,
      'cache-keys': CacheKeys,
      'post-only': PostOnly,
      'two-branches': TwoBranches,
      'enums-described': EnumsDescribed,
      'fields-described': FieldsDescribed,
    },
  },
})
