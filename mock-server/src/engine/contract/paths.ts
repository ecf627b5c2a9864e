const parameter = /\{([^{}/]+)\}/g
const patterns = new Map<string, RegExp>()

/** Returns the parameter names of a path template such as `/books/{id}`. */
export const parametersIn = (template: string): string[] =>
  [...template.matchAll(parameter)].map(([, name = '']) => name)

/** Returns the parameter values of a path; null when the path does not match the template. */
export function valuesIn(path: string, template: string): Record<string, string> | null {
  const values = patternOf(template).exec(path)
  return values && Object.fromEntries(parametersIn(template).map((name, at) => [name, decoded(values[at + 1] ?? '')]))
}

function patternOf(template: string): RegExp {
  const known = patterns.get(template)
  if (known) return known
  const texts = template.split(/\{[^{}/]+\}/).map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  const pattern = new RegExp(`^${texts.join('([^/]+)')}$`)
  patterns.set(template, pattern)
  return pattern
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
