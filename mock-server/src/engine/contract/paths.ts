const parameter = /\{([^{}/]+)\}/g
const patterns = new Map<string, RegExp>()

/** Returns the parameter names of a path template such as `/books/{id}`. */
export const parametersIn = (template: string): string[] =>
  [...template.matchAll(parameter)].map(([, name = '']) => name)

/** A path as clients send it: percent-encoded where it is not ASCII. */
export const asSent = (path: string): string => path.replaceAll(/[^!-~]+/g, encodeURIComponent)

/** Returns the parameter values of a path; null when the path does not match the template. */
export function valuesIn(path: string, template: string): Record<string, string> | null {
  const values = patternOf(template).exec(path)
  return values && Object.fromEntries(parametersIn(template).map((name, at) => [name, decoded(values[at + 1] ?? '')]))
}

function patternOf(template: string): RegExp {
  const known = patterns.get(template)
  if (known) return known
  const texts = template
    .split(/\{[^{}/]+\}/)
    .map((text) => asSent(text).replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  const pattern = new RegExp(`^${texts.join('([^/]+)')}$`)
  patterns.set(template, pattern)
  return pattern
}

/** The text without percent-encoding; unchanged when it is malformed. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
