import type { Parameter } from './description.ts'
import { type At, child, parts, type Reading, textOf } from './reading.ts'
import { shapesOf } from './shape.ts'

/** What is between the items of a list; `apart`, each has the name of the parameter before it. */
export type Between = 'apart' | ',' | ' ' | '\t' | '|'
/** How a value is written in an address or a header. */
export interface ParameterForm {
  kind: 'text' | 'list' | 'object' | 'content'
  /** The media type of `content`. */
  media: string | null
  /** What a path has before it: `.` or `;name=`. */
  prefix: '' | 'label' | 'matrix'
  between: Between
  /** Fields of an object: each with its own name, as `name[field]`, or in one text. */
  fields: 'apart' | 'deep' | 'joined'
}
const OLD: Record<string, Between> = { csv: ',', multi: 'apart', ssv: ' ', tsv: '\t', pipes: '|' }
const STYLES: Record<string, Between> = { spaceDelimited: ' ', pipeDelimited: '|' }

export function formOf(reading: Reading, { at, in: where, schema }: Parameter): ParameterForm {
  const [media = null] = parts(child(at, 'content'))[0] ?? []
  const shapes = shapesOf(reading, [schema])
  const isMostly = (type: string) => shapes.some((shape) => shape.type === type) && shapes.length <= 2
  const style = textOf(child(at, 'style')) ?? (where === 'query' || where === 'cookie' ? 'form' : 'simple')
  const old = textOf(child(at, 'collectionFormat'))
  const said = child(at, 'explode')?.value
  const explode = typeof said === 'boolean' ? said : style === 'form' && !isOld(at)
  const prefix = style === 'label' || style === 'matrix' ? style : ''
  const isApart = explode && (style === 'form' || prefix !== '')
  return {
    kind: media !== null ? 'content' : isMostly('array') ? 'list' : isMostly('object') ? 'object' : 'text',
    media,
    prefix,
    between: old !== undefined ? (OLD[old] ?? ',') : isApart ? 'apart' : (STYLES[style] ?? ','),
    fields: style === 'deepObject' ? 'deep' : explode ? 'apart' : 'joined',
  }
}
/** Before 3.0 the parameter itself has the words of its schema. */
const isOld = (at: At) => child(at, 'type') !== undefined
