import { isAbsolute, relative, resolve, sep } from 'node:path'
import { DescriptionFiles, fileOf as localFileOf, NotRead, type RefOptions } from '@paket/contract'
import { BaseResolver, type Document, isPlainObject, Source, unescapePointerFragment } from '@redocly/openapi-core'
import { CannotCheck, messageOf, NO_ANSWER, PATIENCE_MS } from '../report/cannot-check.ts'
import { withRefsInside } from './beside-ref.ts'
import { ownContract } from './contract-file.ts'
import { lineOf } from './line-of.ts'
import { decoded } from './paths.ts'
import { otherKind } from '../report/kind-of-file.ts'
import type { Place } from '../report/finding.ts'

export interface ReadOptions extends RefOptions {
  /** Whether references to other hosts are allowed. */
  allowRemote?: boolean
}
/** A value and its place in a document. */
export interface At {
  readonly document: Document
  readonly path: readonly string[]
  readonly value: unknown
}
/** All documents of a description, loaded, so that references are followed synchronously. */
export interface Reading {
  readonly root: At
  /** Follows `$ref`, also through chains; returns `at` itself when it is not a reference. */
  follow(at: At): At
  /** Schemas that are not compared because there are too many, with their places. */
  readonly tooMany: Set<string>
}

const isHttp = (place: string) => /^https?:\/\//i.test(place)
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const'])
/**
 * Returns whether a keyword has data, as extensions do: a `$ref` in it is not a reference. Inside a map of names, a
 * name is not a keyword.
 */
export const isData = (at: At, word: string): boolean =>
  (DATA.has(word) || word.startsWith('x-')) && !NAMES.test(at.path.at(-1) ?? '')
const NAMES =
  /^((patternP|p)roperties|schemas|\$defs|definitions|dependentSchemas|responses|parameters|headers|requestBodies|callbacks|links|securitySchemes|pathItems|webhooks|encoding)$/
const namesFields = new Set(['properties', 'patternProperties', 'schemas', 'definitions', 'responses', 'parameters'])

/** Reads a description and all documents that it refers to. Throws `CannotCheck` when one cannot be read. */
export async function read(place: string, { allowRemote = false, allowRefs }: ReadOptions = {}): Promise<Reading> {
  const isRemote = isHttp(place)
  const start = isRemote ? place : resolve(place)
  const files = new DescriptionFiles(start, { allowRefs })
  const ends = performance.now() + LONGEST_MS
  const source = async (target: string) =>
    isHttp(target)
      ? // A redirect could lead to another host just as a reference could.
        fetchSource(target, files, { redirect: allowRemote || target === start ? 'follow' : 'manual', ends })
      : new Source(target, String(await files.read(target)))
  const documents = new Map<string, Document>()

  async function load(reference: string, from?: At): Promise<Document> {
    const known = documents.get(reference)
    if (known) return known
    const document = await open(reference, from, () => source(reference))
    documents.set(reference, document)
    for (const { at } of references({ document, path: [], value: document.parsed }))
      await loadFor(at, String((at.value as { $ref: unknown }).$ref))
    // The program that runs flows reads what they name.
    for (const flows of itemsOf(child({ document, path: [], value: document.parsed }, 'sourceDescriptions')))
      await loadFor(flows, textOf(child(flows, 'url')) ?? '')
    return document
  }
  async function loadFor(at: At, reference: string): Promise<void> {
    const target = fileOf(at, reference)
    if (target === at.document.source.absoluteRef) return
    if (isHttp(target) && !allowRemote && !(isRemote && new URL(target).origin === new URL(start).origin))
      throw new CannotCheck(
        `${placeText(at)} refers to ${shortName(target)}, which is on another host: allow that with --allow-remote`,
      )
    await load(target, at)
  }
  /** The target of each `$ref` object, cached: the same ones are followed often. */
  const targets = new WeakMap<object, At>()
  function follow(at: At): At {
    if (!isPlainObject(at.value) || typeof at.value['$ref'] !== 'string') return at
    const target = targets.get(at.value) ?? targetOf(at)
    targets.set(at.value, target)
    return target
  }
  function targetOf(at: At): At {
    const seen = new Set<string>()
    let here = at
    for (;;) {
      const reference = isPlainObject(here.value) ? here.value['$ref'] : undefined
      if (typeof reference !== 'string') return here
      const key = keyOf(here)
      if (seen.has(key)) throw new CannotCheck(`${placeText(at)} refers to itself and to nothing else: ${reference}`)
      seen.add(key)
      const document = documents.get(fileOf(here, reference))
      const found = document && targetIn(document, reference)
      if (!found) throw new CannotCheck(`${placeText(here)} refers to ${reference}, which is not there`)
      here = found
    }
  }
  const document = await load(start)
  const inPlaceOfFields = [...documents.values()].flatMap((each) =>
    references({ document: each, path: [], value: each.parsed }).filter(({ areFields }) => areFields),
  )
  for (const { at } of inPlaceOfFields) replaceByFields(at.value as Record<string, unknown>, follow(at))
  return { root: { document, path: [], value: document.parsed }, follow, tooMany: new Set() }
}

/**
 * Replaces `properties: { $ref }` by a reference to each field, in place: JSON Schema allows no reference there, but
 * every bundler follows it.
 */
function replaceByFields(place: Record<string, unknown>, fields: At): void {
  delete place['$ref']
  const { absoluteRef } = fields.document.source
  const file = isHttp(absoluteRef) ? absoluteRef : encodeURI(absoluteRef)
  for (const [name, { path }] of parts(fields))
    place[name] ??= { $ref: `${file}#${pointerTo(path).split('/').map(encodeURIComponent).join('/')}` }
}

/** Returns every `$ref` in a document; `areFields` when it replaces a map of names, such as `properties`. */
function references(
  at: At,
  areFields = false,
  found: { at: At; areFields: boolean }[] = [],
  seen = new Set<unknown>(),
): { at: At; areFields: boolean }[] {
  // A YAML alias may be inside the node that it refers to.
  if (typeof at.value !== 'object' || seen.has(at.value)) return found
  seen.add(at.value)
  if (Array.isArray(at.value)) for (const item of itemsOf(at)) references(item, false, found, seen)
  if (!isPlainObject(at.value)) return found
  // A property called `$ref` has a schema as its value, not a string.
  if (typeof at.value['$ref'] === 'string') found.push({ at, areFields })
  for (const [key, value] of Object.entries(at.value))
    // Skips strings and numbers before any other work: they are most of a description.
    if (typeof value === 'object')
      if (!isData(at, key)) references(inside(at, key, value), !areFields && namesFields.has(key), found, seen)
      // An entry of `examples` may be a reference; its content is data.
      else if (key === 'examples')
        for (const [, example] of parts(inside(at, key, value)))
          if (typeof child(example, '$ref')?.value === 'string') found.push({ at: example, areFields: false })
  return found
}

async function open(place: string, from: At | undefined, get: () => Promise<Source>): Promise<Document> {
  const source = await get().catch((error: unknown) => {
    const why = error instanceof NotRead ? error.message : `cannot be read: ${messageOf(error)}`
    const what = from ? `${placeText(from)} refers to ${shortName(place)}, which` : shortName(place)
    throw new CannotCheck(`${what} ${why.replaceAll(place, () => shortName(place))}`)
  })
  // The YAML parser would accept part of such a file.
  if (source.body.includes('\0')) throw new CannotCheck(`${shortName(place)} is no text: it has zero bytes in it`)
  try {
    // Prose in a file of its own, such as the description of a tag, remains a text.
    const document = parser.parseDocument(source, from === undefined || !/\.(md|markdown)$/i.test(place))
    withRefsInside(document.parsed)
    return document
  } catch (error) {
    const other = otherKind(source.body, 'drift spec')
    throw new CannotCheck(
      other
        ? `${shortName(place)} is no OpenAPI description: ${other}`
        : `${shortName(place)} is neither YAML nor JSON: ${whereBroken(error)}`,
    )
  }
}
const parser = new BaseResolver()
/** The longest time for all addresses of a description. */
const LONGEST_MS = 4 * PATIENCE_MS
async function fetchSource(
  url: string,
  files: DescriptionFiles,
  { redirect, ends }: { redirect: 'follow' | 'manual'; ends: number },
): Promise<Source> {
  const ms = Math.min(PATIENCE_MS, ends - performance.now())
  const patience = new AbortController()
  const why = ms === PATIENCE_MS ? NO_ANSWER : `all documents together took more than ${LONGEST_MS / 1000} s`
  const timer = setTimeout(() => patience.abort(new Error(why)), ms)
  try {
    const response = await fetch(url, { redirect, signal: patience.signal })
    if (!response.ok) throw new Error(`Failed to load ${url}: ${response.status} ${response.statusText}`)
    const bytes = await files.collect(response.body ?? [])
    return new Source(url, new TextDecoder().decode(bytes), response.headers.get('content-type') ?? undefined)
  } finally {
    clearTimeout(timer)
    // Closes the connection of an answer that is not read to its end.
    patience.abort()
  }
}
/** Returns the parser's message without the excerpt, with line and column. */
function whereBroken(error: unknown): string {
  const [message = ''] = messageOf(error).split('\n')
  const { line, col } = (error ?? {}) as { line?: number; col?: number }
  const place = /\((\d+):(\d+)\)/.exec(message)
  const [at, column] = place ? [Number(place[1]), Number(place[2])] : [line, col]
  const said = message
    .replace(/^Failed to parse[^:]*:\s*/, '')
    .replace(/\(\d+:\d+\).*/, '')
    .trimEnd()
    .replace(/ in "[^"]*"/, '')
  return at === undefined ? said : `line ${at}, column ${column ?? 1}: ${said}`
}

function fileOf(at: At, reference: string): string {
  const [file = ''] = reference.split('#')
  const base = at.document.source.absoluteRef
  if (file === '') return base
  if (isHttp(file)) return file
  if (/^[a-z][a-z+.-]+:/i.test(file))
    throw new CannotCheck(`${placeText(at)} refers to ${file}: only files and http(s) are read`)
  return isHttp(base) ? new URL(file, base).href : localFileOf(base, file)
}
/** Resolves the fragment of a reference: a JSON pointer or an anchor. */
function targetIn(document: Document, reference: string): At | null {
  const fragment = reference.split('#')[1] ?? ''
  return fragment === '' || fragment.startsWith('/')
    ? walk(document, pointerOf(reference))
    : anchorIn({ document, path: [], value: document.parsed }, decoded(fragment))
}
function anchorIn(root: At, name: string): At | null {
  const seen = new Set<unknown>()
  const todo = [root]
  for (let at = todo.pop(); at; at = todo.pop()) {
    if (typeof at.value !== 'object' || at.value === null || seen.has(at.value)) continue
    seen.add(at.value)
    if (child(at, '$anchor')?.value === name || child(at, '$dynamicAnchor')?.value === name) return at
    todo.push(...itemsOf(at), ...parts(at).map(([, part]) => part))
  }
  return null
}
const pointerOf = (reference: string): string[] => {
  const pointer = reference.split('#')[1] ?? ''
  return pointer
    .split('/')
    .slice(1)
    .map((part) => unescapePointerFragment(part))
}
function walk(document: Document, path: readonly string[]): At | null {
  let value: unknown = document.parsed
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null
    value = (value as Record<string, unknown>)[key]
  }
  return { document, path, value }
}

/** Returns the value below an object or a list; undefined when there is none. */
export function child(at: At, ...keys: readonly (string | number)[]): At | undefined {
  let value: unknown = at.value
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string | number, unknown>)[key]
  }
  return { document: at.document, path: [...at.path, ...keys.map(String)], value }
}
export function parts(at: At | undefined): [name: string, part: At][] {
  if (!at || !isPlainObject(at.value)) return []
  return Object.entries(at.value).map(([name, value]) => [name, inside(at, name, value)])
}
export function itemsOf(at: At | undefined): At[] {
  if (!at || !Array.isArray(at.value)) return []
  return at.value.map((value, index) => inside(at, String(index), value))
}
const inside = ({ document, path }: At, name: string, value: unknown): At => ({
  document,
  path: [...path, name],
  value,
})
export const textOf = (at: At | undefined): string | undefined =>
  at !== undefined && typeof at.value === 'string' ? at.value : undefined

/** A key that is equal for the same place in the same document. */
export const keyOf = (at: At): string => `${at.document.source.absoluteRef}#${at.path.join('/')}`

export const pointerTo = (path: readonly string[]): string =>
  path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Returns file, line and JSON pointer. */
export function placeOf({ document, path }: At): Place {
  const pointer = `#${pointerTo(path)}`
  let line: number | null = null
  try {
    line = lineOf(document.source, path)
  } catch {
    // The pointer is enough when the line is unknown.
  }
  return { file: shortName(document.source.absoluteRef), line, pointer }
}
export function placeText(at: At): string {
  const { file, line } = placeOf(at)
  return `${file}${line === null ? '' : `:${line}`}`
}
/**
 * Returns a file relative to the working directory; `@paket/drift/…` for the package's contract; a URL without
 * credentials and query.
 */
export function shortName(place: string): string {
  if (isHttp(place)) return withoutSecrets(place)
  const short = relative(process.cwd(), place)
  // The npm cache's path is useless to readers, above all in pipeline logs.
  if (place.startsWith(`${ownContract}${sep}`) && (short.startsWith('..') || short.includes('node_modules')))
    return `@paket/drift/openapi/${relative(ownContract, place).replaceAll(sep, '/')}`
  return short === '' || short.startsWith('../../..') || isAbsolute(short) ? place : short
}
function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return address.replace(/\?.*|\/\/[^/]*@/g, (part) => (part.startsWith('?') ? '?…' : '//'))
  const { origin, pathname, search } = new URL(address)
  return `${origin}${pathname}${search === '' ? '' : '?…'}`
}
