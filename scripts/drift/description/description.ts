import { isPlainObject } from '@redocly/openapi-core'
import { CannotCheck } from '../report/cannot-check.ts'
import { otherKind } from '../report/kind-of-file.ts'
import { mediaName } from './media-type.ts'
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
/** One way of being let in: every scheme of it is needed; none: no sign-in is needed. */
export type Entrance = { scheme: At | null; name: string; scopes: string[] }[]
/** One operation, whatever version of OpenAPI it is written in. */
export interface Call {
  /** The `operationId`, or method and path. */
  id: string
  method: string
  path: string
  at: At
  deprecated: boolean
  parameters: Parameter[]
  body: { at: At; required: boolean; media: Map<string, At> } | null
  answers: Map<string, Answer>
  entrances: Entrance[]
  /** Paths of servers of its own; null where those of the whole description hold. */
  bases: string[] | null
  /** Calls that the server makes because of this one. */
  callbacks: Call[]
}
/** What a description is called, and who answers for it. */
export interface Identity {
  /** Title and version. */
  name: string
  /** Who is to be asked; empty where the description does not say. */
  owner: string
}
export interface Description {
  reading: Reading
  version: string
  title: string
  identity: Identity
  /** Paths of the servers, before those of the calls: the first is where clients look. */
  bases: string[]
  calls: Call[]
  /** Calls that the server makes by itself. */
  webhooks: Call[]
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace', 'query']
/** A parameter that OpenAPI 3 ignores: the body, the answers and `security` say what is in these headers. */
const isIgnored = (parameter: At): boolean =>
  textOf(child(parameter, 'in')) === 'header' &&
  /^(accept|content-type|authorization)$/i.test(textOf(child(parameter, 'name')) ?? '')

/** Reads an OpenAPI description of any version: 2.0, 3.0, 3.1, 3.2. */
export async function describe(place: string, options: ReadOptions = {}): Promise<Description> {
  return described(await read(place, options))
}

/** What a description says, the differences of the versions levelled. */
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
    // Beside a reference a path may have more calls, parameters and servers.
    const items = item === given ? [item] : [item, given]
    const operations = new Map(
      items.flatMap((one) => [
        ...parts(one).filter(([method]) => methods.includes(method)),
        // What 3.2 calls additional has methods in capitals.
        ...parts(child(one, 'additionalOperations')).map(
          ([method, operation]) => [method.toLowerCase(), operation] as const,
        ),
      ]),
    )
    return (
      [...operations]
        // There a reference is none in OpenAPI, but every bundler follows it.
        .map(([method, operation]) => [method, reading.follow(operation)] as const)
        .filter(([, operation]) => isPlainObject(operation.value))
        .map(([method, operation]) => callOf(path, method, items, operation))
    )
  }

  function callOf(path: string, method: string, items: readonly At[], at: At): Call {
    const given = [...items, at].flatMap((one) => itemsOf(child(one, 'parameters'))).map((each) => reading.follow(each))
    // An operation's parameter replaces one of the path.
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
          .map(([status, answer]) => [
            status.toUpperCase(),
            isOld ? answerIn20(reading, at, answer) : answerOf(answer),
          ]),
      ),
      entrances: entrancesOf(child(at, 'security') ?? child(root, 'security')),
      bases: ownBasesOf(
        [at, ...items.toReversed()].map((one) => child(one, 'servers')).find((one) => one !== undefined),
      ),
      callbacks: parts(child(at, 'callbacks')).flatMap(([name, callback]) =>
        parts(reading.follow(callback)).flatMap(([address, hook]) => hooksIn(`callback ${name}`, address, hook)),
      ),
    }
  }
  /** Calls of the server: known by their names, since addresses are the client's. */
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
  function entrancesOf(security: At | undefined): Entrance[] {
    const schemes = isOld ? child(root, 'securityDefinitions') : child(root, 'components', 'securitySchemes')
    const all = itemsOf(security).map((entrance) =>
      parts(entrance).map(([name, scopes]) => {
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

/** The answer of a call for a 200. */
export const successOf = ({ answers }: Pick<Call, 'answers'>): Answer | undefined =>
  answers.get('200') ?? answers.get('2XX') ?? answers.get('DEFAULT')
/** Media types that are described several times, with parameters: which of them a body is, is not looked at. */
export function versionedMedia(at: At): string[] {
  const names = parts(child(at, 'content')).map(([name]) => mediaName(name))
  return [...new Set(names.filter((name, nth) => names.indexOf(name) !== nth))]
}
/** The schema of a parameter or a header: its own, that of its content, or its own words before 3.0. */
export function schemaOfField(at: At): At | undefined {
  const [, media] = parts(child(at, 'content'))[0] ?? []
  return child(at, 'schema') ?? (media && child(media, 'schema')) ?? (child(at, 'type') ? at : undefined)
}
/** A header of an answer, read as a parameter is. */
export const headerAsParameter = (name: string, at: At): Parameter => ({
  name,
  at,
  in: 'header',
  required: child(at, 'required')?.value === true,
  schema: schemaOfField(at) ?? { ...at, value: true },
})

function identityOf(root: At): Identity {
  const info = (...keys: string[]) => textOf(child(root, 'info', ...keys)) ?? ''
  const said = (...texts: string[]) => texts.filter((text) => text !== '').join(' ')
  return {
    name: said(info('title'), info('version')),
    owner: said(info('contact', 'name'), info('contact', 'email'), info('contact', 'url')),
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
/** Paths of servers, with every value that their variables may have; null where none are given. */
function ownBasesOf(servers: At | undefined): string[] | null {
  const urls = itemsOf(servers).flatMap((server) => {
    const url = textOf(child(server, 'url')) ?? ''
    const used = new Set([...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))
    return [...used].reduce((all, name) => all.flatMap((one) => filled(one, name, server)).slice(0, MOST_BASES), [url])
  })
  const bases = urls.map((url) => withoutEndSlashes(url.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '')))
  return bases.length > 0 ? [...new Set(bases)].slice(0, MOST_BASES) : null
}
/** An address with a variable's default, and with each value that is listed. */
function filled(url: string, name: string, server: At): string[] {
  const listed = itemsOf(child(server, 'variables', name, 'enum')).map((one) => textOf(one) ?? '')
  const values = new Set([textOf(child(server, 'variables', name, 'default')) ?? listed[0] ?? '', ...listed])
  return [...values].map((value) => url.replaceAll(`{${name}}`, () => value))
}
