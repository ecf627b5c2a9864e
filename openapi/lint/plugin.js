// Lint rules for the contract's own vocabulary. Each message says what is missing and what to write.
import { join } from 'node:path'
import { codesOf, isListed, loadOutcomes, neededExamples, ownOutcome, rejects, statusesOf } from '../src/index.ts'
import { vocabulary } from '../src/vocabulary.ts'

const described = await loadOutcomes(join(import.meta.dirname, '..'))
const outcomes = Object.keys(described)
/** Outcomes that are true of an answer alone: they show a code, or say that only support can help. */
const presumesAnswer = (outcome) => described[outcome]?.presumes === 'answer'

const examplesOf = (operation, status) => operation.responses?.[status]?.content?.['application/json']?.examples ?? {}

/** Each call has all four specification extensions, each as its JSON Schema in vocabulary/ wants it. */
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

/** Codes and rule agree: a listed code is one that the rule rejects, a rejected example is a listed failure. */
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

/** A rule that refuses an answer without a code is in the schema too: the accepted answer requires one. */
const CodeRequired = () => ({
  Operation(operation, { report, location, resolve }) {
    if (!operation['x-validity']?.reject?.except) return
    const schema = operation.responses?.['200']?.content?.['application/json']?.schema
    const answer = schema?.anyOf?.[0] ?? schema
    const accepted = answer?.$ref ? resolve(answer).node : answer
    if (!accepted?.required?.includes('code'))
      report({
        message: `${operation.operationId}: x-validity refuses an answer without a code, and ${accepted?.title ?? 'the schema of 200'} does not require one`,
        location: location.child(['responses', '200']),
      })
  },
})

/** A failure without any answer has no code and is no one's decision: its outcome may not presume an answer. */
const OutcomesTrue = () => {
  const withoutAnswer = new Set()
  const check = (failures, where, report, location) => {
    for (const [index, { name, outcome }] of failures.entries())
      if (withoutAnswer.has(name) && presumesAnswer(outcome))
        report({
          message: `${where}: ${name} has the outcome ${outcome}, which is true of an answer only, and no answer came: choose another`,
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

/** Every answer says its request id, and a call's 429 says when to ask again. */
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
        message: `${operation.operationId}: it has no response 429 (components.responses.TooManyRequests)`,
        location: location.child(['responses']),
      })
  },
})

/** Each status that a failure means has a response; an example that is written for a failure has its code. */
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
            message: `${operation.operationId}: the example ${name} of ${status} has code ${example.value?.code}, and the failure ${code}`,
            location: location.child(['responses', status]),
          })
      }
    }
  },
})

/** Each call shows at least one success, and each success says which state of the product it is (x-scenario). */
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

/** Names of failures are unique in a call; a name alone is one of the root's; every outcome is shared, or one failure's own. */
const FailureNames = () => {
  /** The failures that lead to each outcome. */
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
          ? `shares the outcome ${outcome} with another failure: write it, and what to do in outcomes.yaml`
          : !description && 'has an outcome of its own: its description must say what to do'
        : !outcomes.includes(outcome) && `has the outcome ${outcome}, which outcomes.yaml does not have`
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
          // Two calls may have a failure of one name, with outcomes of their own.
          if (others.length > 0 || (user && users.has(ownOutcome(user)))) continue
          const problem = user ? `is of ${user.name} alone: leave it out here and there` : 'is used by no failure'
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
            message: `${operation.operationId}: ${failure.name} ${alone ? 'has neither code nor http and is not one that holds for every call' : 'is the name of a failure that holds for every call: choose another'}`,
            location: location.child(['x-failures', index]),
          })
      }
    },
  }
}

/** Cache keys come from the root's list; a retry names failures of the call. */
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
            message: `${operation.operationId}: x-cache names ${name}, which is no failure of it`,
            location: location.child(['x-cache']),
          })
    },
  }
}

/** Every call is a POST (C-CALL-01) with a summary and an operationId that follows its path. */
const PostOnly = () => ({
  PathItem(item, { report, location, key }) {
    for (const method of ['get', 'put', 'delete', 'patch', 'head', 'options'])
      if (item[method])
        report({ message: `${key}: every call is a POST, this is ${method}`, location: location.child([method]).key() })
  },
})

/** The 200 is one schema, or an accepted answer and a refusal, in this order: the SDK takes the first as the data. */
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

/** An enumeration says what its values mean. */
const EnumsDescribed = () => ({
  Schema(schema, { report, location }) {
    if (schema.enum && !schema.description)
      report({ message: 'an enumeration needs a description of its values', location: location.child(['enum']).key() })
  },
})

/** A field says what a reader of its name does not know: unit, format, meaning. One that is a $ref is described there. */
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
