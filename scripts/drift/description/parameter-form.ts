import type { Parameter } from './description.ts'
import { type At, child, parts, type Reading, textOf } from './reading.ts'
import { shapesOf } from './alternatives.ts'

/** The separator of list items; `apart`: each item is sent with the parameter's name. */
export type Between = 'apart' | ',' | ' ' | '\t' | '|'
/** How a parameter is serialized. */
export interface ParameterForm {
  kind: 'text' | 'list' | 'object' | 'content'
  /** The media type, when `kind` is `content`. */
  media: string | null
  /** The prefix in a path: `.` for label, `;name=` for matrix. */
  prefix: '' | 'label' | 'matrix'
  between: Between
  /**
   * Fields of an object: each under its own name (`apart`), as `name[field]` (`deep`), or all in one text (`joined`).
   */
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
  const declaredExplode = child(at, 'explode')?.value
  const explode = typeof declaredExplode === 'boolean' ? declaredExplode : style === 'form' && !isOld(at)
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
/** In 2.0 the parameter itself has the keywords of its schema. */
const isOld = (at: At) => child(at, 'type') !== undefined
