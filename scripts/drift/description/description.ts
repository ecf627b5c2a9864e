import { isPlainObject } from '@redocly/openapi-core'
import { CannotCheck } from '../report/cannot-check.ts'
import { otherKind } from '../report/kind-of-file.ts'
import { mayHaveBody, mediaName } from './media-type.ts'
import { withoutEndSlashes } from './paths.ts'
import { type At, child, itemsOf, parts, placeOf, read, type Reading, type ReadOptions, textOf } from './reading.ts'
import { answerIn20, bodyIn20 } from './swagger.ts'

export interface Parameter {
  at: At
  name: string
  in: string
  required: boolean
  schema: At
}
export interface Answer {
  at: At
  media: Map<string, At>
  headers: Map<string, At>
  examples: At[]
}
/** One alternative of `security`: all its schemes are needed; empty: no authentication. */
export type SecurityRequirement = { scheme: At | null; name: string; scopes: string[] }[]
/** One operation, the same for all OpenAPI versions. */
export interface Call {
  /** The `operationId`, or method and path when there is none. */
  id: string
  method: string
  path: string
  at: At
  deprecated: boolean
  parameters: Parameter[]
  body: { at: At; required: boolean; media: Map<string, At> } | null
  answers: Map<string, Answer>
  securityRequirements: SecurityRequirement[]
  /** Base paths of its own `servers`; null when it uses those of the description. */
  bases: string[] | null
  /** Requests that the server sends because of this call. */
  callbacks: Call[]
}
/** The name and the owner of a description. */
export interface Identity {
  /** Title and version. */
  name: string
  /** `info.contact` in one line; empty when there is none. */
  owner: string
}
export interface Description {
  reading: Reading
  version: string
  title: string
  identity: Identity
  /** Base paths of the servers; clients use the first. */
  bases: string[]
  calls: Call[]
  /** Requests that the server sends by itself. */
  webhooks: Call[]
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace', 'query']
/** OpenAPI 3 ignores header parameters of these names: the bodies and `security` describe them. */
const isIgnored = (parameter: At): boolean =>
  textOf(child(parameter, 'in')) === 'header' &&
  /^(accept|content-type|authorization)$/i.test(textOf(child(parameter, 'name')) ?? '')

/** Reads an OpenAPI description: 2.0, 3.0, 3.1 or 3.2. */
export async function describe(place: string, options: ReadOptions = {}): Promise<Description> {
  return described(await read(place, options))
}

/**
 * Returns the calls of a document, the same for all OpenAPI versions. Throws `CannotCheck` when it is not a description
 * or has no paths.
 */
export function described(reading: Reading): Description {
  const { root } = reading
  const version = versionOf(root)
  if (!isPlainObject(child(root, 'paths')?.value) && !isPlainObject(child(root, 'webhooks')?.value)) {
    const { file } = placeOf(root)
    throw new CannotCheck(`${file} has no paths: there is nothing to compare`)
  }
  const isOld = version.startsWith('2')
  function callsIn(path: string, given: At): Call[] {
    const item = reading.follow(given)
    // A path item may have calls, parameters and servers beside its `$ref`.
    const items = item === given ? [item] : [item, given]
    const operations = new Map(
      items.flatMap((one) => [
        ...parts(one).filter(([method]) => methods.includes(method)),
        // `additionalOperations` (3.2) has methods in capitals.
        ...parts(child(one, 'additionalOperations')).map(
          ([method, operation]) => [method.toLowerCase(), operation] as const,
        ),
      ]),
    )
    return (
      [...operations]
        // OpenAPI allows no reference here, but every bundler follows one.
        .map(([method, operation]) => [method, reading.follow(operation)] as const)
        .filter(([, operation]) => isPlainObject(operation.value))
        .map(([method, operation]) => callOf(path, method, items, operation))
    )
  }

  function callOf(path: string, method: string, items: readonly At[], at: At): Call {
    const given = [...items, at].flatMap((one) => itemsOf(child(one, 'parameters'))).map((each) => reading.follow(each))
    // An operation's parameter replaces the path item's.
    const all = [
      ...new Map(given.map((each) => [`${textOf(child(each, 'in'))} ${textOf(child(each, 'name'))}`, each])).values(),
    ]
    return {
      id: textOf(child(at, 'operationId')) ?? `${method.toUpperCase()} ${path}`,
      method,
      path,
      at,
      deprecated: child(at, 'deprecated')?.value === true,
      parameters: all
        .filter(
          (each) => !['body', 'formData'].includes(textOf(child(each, 'in')) ?? '') && (isOld || !isIgnored(each)),
        )
        .map(parameterOf),
      body: isOld ? bodyIn20(root, at, all) : bodyOf(at),
      answers: new Map(
        parts(child(at, 'responses'))
          .filter(([status]) => !status.startsWith('x-'))
          .map(([status, one]) => {
            const answer = isOld ? answerIn20(reading, at, one) : answerOf(one)
            return [status.toUpperCase(), mayHaveBody({ method, status }) ? answer : { ...answer, media: new Map() }]
          }),
      ),
      securityRequirements: securityRequirementsOf(child(at, 'security') ?? child(root, 'security')),
      bases: ownBasesOf(
        [at, ...items.toReversed()].map((one) => child(one, 'servers')).find((one) => one !== undefined),
      ),
      callbacks: parts(child(at, 'callbacks')).flatMap(([name, callback]) =>
        parts(reading.follow(callback)).flatMap(([address, hook]) => hooksIn(`callback ${name}`, address, hook)),
      ),
    }
  }
  /** Webhooks and callbacks are identified by name, since the client chooses the address. */
  function hooksIn(name: string, address: string, item: At): Call[] {
    return callsIn(address, item).map((hook) => ({
      ...hook,
      id: `${name}, ${hook.method.toUpperCase()}`,
      callbacks: [],
    }))
  }
  function parameterOf(at: At): Parameter {
    const where = textOf(child(at, 'in')) ?? ''
    return {
      at,
      name: textOf(child(at, 'name')) ?? '',
      in: where,
      required: where === 'path' || child(at, 'required')?.value === true,
      schema: schemaOfField(at) ?? at,
    }
  }
  function mediaOf(at: At): Map<string, At> {
    return new Map(
      parts(child(at, 'content')).map(([name, given]) => {
        const media = reading.follow(given)
        const schema = versionedMedia(at).includes(mediaName(name)) ? undefined : child(media, 'schema')
        return [mediaName(name), schema ?? { ...media, value: {} }]
      }),
    )
  }
  function bodyOf(operation: At): Call['body'] {
    const given = child(operation, 'requestBody')
    if (!given) return null
    const at = reading.follow(given)
    return { at, required: child(at, 'required')?.value === true, media: mediaOf(at) }
  }
  function answerOf(given: At): Answer {
    const at = reading.follow(given)
    const examples = parts(child(at, 'content')).flatMap(([, media]) => [
      ...parts(child(media, 'examples')).flatMap(([, example]) => child(reading.follow(example), 'value') ?? []),
      ...[child(media, 'example')].filter((each) => each !== undefined),
    ])
    return { at, media: mediaOf(at), headers: new Map(parts(child(at, 'headers'))), examples }
  }
  function securityRequirementsOf(security: At | undefined): SecurityRequirement[] {
    const schemes = isOld ? child(root, 'securityDefinitions') : child(root, 'components', 'securitySchemes')
    const all = itemsOf(security).map((requirement) =>
      parts(requirement).map(([name, scopes]) => {
        const scheme = schemes && child(schemes, name)
        return {
          name,
          scheme: scheme ? reading.follow(scheme) : null,
          scopes: itemsOf(scopes).map(({ value }) => String(value)),
        }
      }),
    )
    return all.length > 0 ? all : [[]]
  }
  return {
    reading,
    version,
    title: textOf(child(root, 'info', 'title')) ?? '',
    identity: identityOf(root),
    bases: basesOf(root, isOld),
    calls: parts(child(root, 'paths'))
      .filter(([path]) => path.startsWith('/'))
      .flatMap(([path, item]) => callsIn(path, item)),
    webhooks: parts(child(root, 'webhooks')).flatMap(([name, item]) => hooksIn(`webhook ${name}`, name, item)),
  }
}

/** Returns the response to a successful call: 200, 2XX or default. */
export const successOf = ({ answers }: Pick<Call, 'answers'>): Answer | undefined =>
  answers.get('200') ?? answers.get('2XX') ?? answers.get('DEFAULT')
/** Returns media types that are described more than once, with different parameters: their schemas are not compared. */
export function versionedMedia(at: At): string[] {
  const names = parts(child(at, 'content')).map(([name]) => mediaName(name))
  return [...new Set(names.filter((name, nth) => names.indexOf(name) !== nth))]
}
/** Returns the schema of a parameter or a header: `schema`, that of its `content`, or in 2.0 the object itself. */
export function schemaOfField(at: At): At | undefined {
  const [, media] = parts(child(at, 'content'))[0] ?? []
  return child(at, 'schema') ?? (media && child(media, 'schema')) ?? (child(at, 'type') ? at : undefined)
}
/** Returns a response header in the form of a parameter. */
export const headerAsParameter = (name: string, at: At): Parameter => ({
  name,
  at,
  in: 'header',
  required: child(at, 'required')?.value === true,
  schema: schemaOfField(at) ?? { ...at, value: true },
})

function identityOf(root: At): Identity {
  const info = (...keys: string[]) => textOf(child(root, 'info', ...keys)) ?? ''
  const joinTexts = (...texts: string[]) => texts.filter((text) => text !== '').join(' ')
  return {
    name: joinTexts(info('title'), info('version')),
    owner: joinTexts(info('contact', 'name'), info('contact', 'email'), info('contact', 'url')),
  }
}
function versionOf(root: At): string {
  const isNone = (why: string) =>
    new CannotCheck(
      `${placeOf(root).file} is no OpenAPI description: ${otherKind(root.document.source.body, 'drift spec') ?? why}`,
    )
  if (!isPlainObject(root.value)) throw isNone('it holds no object')
  const given = root.value['openapi'] ?? root.value['swagger']
  if (given === undefined) {
    const standard = ['asyncapi', 'arazzo', 'overlay', 'openrpc'].find((word) => word in (root.value as object))
    throw isNone(`it has neither \`openapi\` nor \`swagger\`${standard ? `, but \`${standard}\`` : ''}`)
  }
  const said = typeof given === 'string' ? given : JSON.stringify(given)
  if (!/^(2\.0|2|3\.[0-2](\.\d+)?)$/.test(said))
    throw new CannotCheck(`${placeOf(root).file} is OpenAPI ${said}: 2.0, 3.0, 3.1 and 3.2 are read`)
  return said
}

const basesOf = (root: At, isOld: boolean): string[] =>
  isOld ? [withoutEndSlashes(textOf(child(root, 'basePath')) ?? '')] : (ownBasesOf(child(root, 'servers')) ?? [''])
const MOST_BASES = 64
/** Returns the base paths of servers, one for each combination of variable values; null when there are none. */
function ownBasesOf(servers: At | undefined): string[] | null {
  const urls = itemsOf(servers).flatMap((server) => {
    const url = textOf(child(server, 'url')) ?? ''
    const used = new Set([...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))
    return [...used].reduce((all, name) => all.flatMap((one) => filled(one, name, server)).slice(0, MOST_BASES), [url])
  })
  const bases = urls.map((url) => withoutEndSlashes(url.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '')))
  return bases.length > 0 ? [...new Set(bases)].slice(0, MOST_BASES) : null
}
/** Returns the URL once for each value of a variable, its default first. */
function filled(url: string, name: string, server: At): string[] {
  const listed = itemsOf(child(server, 'variables', name, 'enum')).map((one) => textOf(one) ?? '')
  const values = new Set([textOf(child(server, 'variables', name, 'default')) ?? listed[0] ?? '', ...listed])
  return [...values].map((value) => url.replaceAll(`{${name}}`, () => value))
}
