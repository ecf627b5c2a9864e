/**
 * Returns a path without trailing slashes. A loop, because `/\/+$/` takes quadratic time on slashes that are not at the
 * end.
 */
export function withoutEndSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}
/** Returns text with percent-encoding decoded; unchanged when it is malformed. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
/** Returns the names of a path's parameters, in order. */
export const bracesOf = (path: string): string[] => [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
