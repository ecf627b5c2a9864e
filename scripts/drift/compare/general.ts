import { isDeepStrictEqual } from 'node:util'
import { compareShapes } from './oasdiff.ts'
import type { Call, Description } from '../description/description.ts'
import type { At, Reading } from '../description/reading.ts'
import { flagsOf, type Shape, shapesOf } from '../description/shape.ts'
import type { Found } from '../report/finding.ts'
import { rules } from '../rules/rules.ts'
import { branchesOf } from './compare-answers.ts'
import { extensionsOf } from './compare-calls.ts'
import type { Matches } from './match.ts'

type Json = Record<string, unknown>
interface Document {
  openapi: string
  info: Json
  paths: Record<string, Json>
}

/**
 * What oasdiff finds breaking or warns of where our own rules have found nothing: a second pair of eyes. It sees both sides in one
 * form (references resolved, `allOf` put together, successes apart from refusals), so that another way of writing is no difference.
 */
export async function compareGenerally(
  ours: Description,
  theirs: Description,
  { pairs }: Matches,
  own: readonly Found[],
): Promise<Found[]> {
  const before = documentOf(
    ours,
    pairs.map(({ our }) => ({ call: our, as: our })),
  )
  const after = documentOf(
    theirs,
    pairs.map(({ our, their }) => ({ call: their, as: our })),
    ours,
  )
  // What is the same in plain words has nothing for oasdiff to find.
  for (const path of Object.keys(before.paths))
    if (isDeepStrictEqual(before.paths[path], after.paths[path])) {
      delete before.paths[path]
      delete after.paths[path]
    }
  const changes = await compareShapes(before, after)
  const ids = new Map(pairs.map(({ our }) => [our.id, our]))
  return changes.flatMap(({ severity, kind, where, text }): Found[] => {
    const call = ids.get(where)
    if (
      severity === 'note' ||
      !call ||
      own.some((one) => one.calls.includes(where) && sideOf(one.rule) === sideOf(kind))
    )
      return []
    const rule = severity === 'breaking' ? 'general-breaking' : 'general-risky'
    const words = `${where}: ${text} (oasdiff: ${kind})`
    return [{ rule, subject: `${kind} ${where} ${text}`, calls: [where], says: `${words}: ${rules[rule].breaks}.` }]
  })
}
/** `request`, `response` or `call`: what a rule of either engine is about. */
function sideOf(rule: string): string {
  if (/(^|-)(request|parameter)/.test(rule)) return 'request'
  return /^(response|required-response|optional-response|code|refusal)/.test(rule) ? 'response' : 'call'
}

interface Part {
  call: Call
  /** The contract's call: its path and name are used on both sides. */
  as: Call
}
function documentOf(description: Description, parts: readonly Part[], contract = description): Document {
  const { reading } = description
  const paths: Record<string, Json> = {}
  for (const { call, as } of parts)
    paths[as.path] = {
      ...paths[as.path],
      [as.method]: {
        operationId: as.id,
        ...(call.deprecated && { deprecated: true }),
        parameters: call.parameters
          .filter(({ in: where }) => where !== 'path')
          .map(({ name, in: where, required, schema }) => ({
            name,
            in: where,
            required,
            schema: plain(reading, [schema]),
          })),
        ...(call.body && { requestBody: { required: call.body.required, content: contentOf(call.body.media) } }),
        responses: Object.fromEntries(
          [...call.answers].map(([status, answer]) => [
            status === 'DEFAULT' ? 'default' : status,
            { description: '', content: contentOf(answer.media, status === '200' ? as : null) },
          ]),
        ),
      },
    }
  return { openapi: '3.1.0', info: { title: '', version: '0' }, paths }

  function contentOf(media: ReadonlyMap<string, At>, success: Call | null = null): Json {
    const schemaOf = (name: string, schema: At) => (success ? accepted(success, name, schema) : [schema])
    return Object.fromEntries(
      [...media].map(([name, schema]) => [name, { schema: plain(reading, schemaOf(name, schema)) }]),
    )
  }
  /** The successes of a 200 alone, told apart as our own rules do. */
  function accepted(our: Call, media: string, schema: At): readonly At[] {
    const { validity } = extensionsOf(our, contract)
    const own = our.answers.get('200')?.media.get(media)
    const like = own && { reading: contract.reading, branches: branchesOf(contract.reading, own, validity) }
    return description === contract
      ? branchesOf(reading, schema, validity).accepted
      : branchesOf(reading, schema, validity, like).accepted
  }
}

/** A schema without references and compositions: the same meaning gives the same text. */
function plain(reading: Reading, schemas: readonly At[], stack: readonly string[] = []): Json {
  const at = reading.follow(schemas[0]!)
  const key = `${at.document.source.absoluteRef}#${at.path.join('/')}`
  if (stack.includes(key)) return {}
  const shapes = shapesOf(reading, schemas)
  const some = shapes.filter(({ type }) => type !== 'null')
  const inside = [...stack, key]
  const nullable = some.length < shapes.length
  if (some.length > 4) return {}
  const each = some.map((shape) => plainShape(reading, shape, nullable, inside))
  const all = [...new Map(each.map((one) => [JSON.stringify(one), one])).values()]
  if (all.length === 1) return all[0]!
  return all.length === 0
    ? { type: 'null' }
    : { anyOf: all.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))) }
}
function plainShape(reading: Reading, shape: Shape, nullable: boolean, stack: readonly string[]): Json {
  const { low, high } = shape
  const fields = [...shape.fields].toSorted(([a], [b]) => a.localeCompare(b))
  const border = (word: string, exclusive: string, of: Shape['low']) =>
    of.range ? { [of.range.excluded ? exclusive : word]: of.range.at } : {}
  const flags = (some: readonly At[]) =>
    Object.fromEntries(
      Object.entries(flagsOf(reading, some)).filter(([word, value]) => word !== 'default' && value === true),
    )
  return {
    type: nullable ? [shape.type, 'null'] : shape.type,
    ...(shape.values && { enum: shape.values.toSorted((a, b) => String(a).localeCompare(String(b))) }),
    ...(shape.format !== null && { format: shape.format }),
    ...(shape.pattern !== null && { pattern: shape.pattern }),
    ...border('minimum', 'exclusiveMinimum', low),
    ...border('maximum', 'exclusiveMaximum', high),
    ...Object.fromEntries(
      (['length', 'items', 'properties'] as const).flatMap((range) => {
        const name = range[0]!.toUpperCase() + range.slice(1)
        return [
          ...(low[range] ? [[`min${name}`, low[range].at]] : []),
          ...(high[range] ? [[`max${name}`, high[range].at]] : []),
        ]
      }),
    ),
    ...(shape.uniqueItems && { uniqueItems: true }),
    ...(shape.items.length > 0 && { items: plain(reading, shape.items, stack) }),
    ...(fields.length > 0 && {
      properties: Object.fromEntries(
        fields.map(([name, some]) => [name, { ...plain(reading, some, stack), ...flags(some) }]),
      ),
    }),
    ...(shape.required.size > 0 && { required: [...shape.required].toSorted() }),
    ...(Array.isArray(shape.rest) && { additionalProperties: plain(reading, shape.rest, stack) }),
    ...(shape.rest === false && { additionalProperties: false }),
  }
}
