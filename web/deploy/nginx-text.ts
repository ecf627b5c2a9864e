import type { Rule } from './rules.ts'
import { ServingError } from './serving.ts'
import { shown } from './values.ts'

/** A piece of nginx's configuration. Only the functions of this file make one, so no other text can be written there. */
class Written {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString(): string {
    return this.#text
  }
}
export type NginxText = Written

/** Escapes a foreign text for a quoted string. A `$` would begin a variable, and nginx has no escape for it. */
function escaped(text: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001F\u007F$]/.test(text))
    throw new ServingError(`${shown(text)} cannot be a value for nginx: it has a $ or a control character`)
  return text.replaceAll(/["\\]/g, String.raw`\$&`)
}

/**
 * Returns one parameter of a directive. A foreign text in it means itself, whatever it contains; parts written with
 * `nginx`, such as variables, mean what they mean to nginx. Throws a ServingError for a text that nginx cannot take.
 */
export function value(...parts: readonly (NginxText | string | number)[]): NginxText {
  const text = parts.map((part) => (part instanceof Written ? String(part) : escaped(String(part)))).join('')
  return new Written(/^[\w./:-]+$/.test(text) ? text : `"${text}"`)
}

/** Tag of configuration that we write ourselves; a text inserted in it becomes one parameter: see `value`. */
export function nginx({ raw }: TemplateStringsArray, ...inserted: readonly (NginxText | string | number)[]): NginxText {
  const texts = inserted.map((each) => String(each instanceof Written ? each : value(each)))
  return new Written(String.raw({ raw }, ...texts))
}

/** Returns the pattern of a rule as one parameter. It is our own, so it is written as it is. */
export const patternOf = ({ pattern }: Pick<Rule, 'pattern'>): NginxText =>
  new Written(`"${pattern.replaceAll('"', String.raw`\"`)}"`)

export const nothing: NginxText = nginx``

/** Joins lines, without the empty ones. */
export const lines = (...all: readonly NginxText[]): NginxText =>
  new Written(all.map(String).filter(Boolean).join('\n'))

/** A directive with a block. */
export const block = (head: NginxText, ...inside: readonly NginxText[]): NginxText =>
  new Written(`${String(head)} {\n${String(lines(...inside)).replace(/^(?=.)/gm, '  ')}\n}`)
