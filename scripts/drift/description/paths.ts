/** A path without the slashes at its end. A loop: `/\/+$/` takes the square of the time for slashes that are followed by something. */
export function withoutEndSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}
/** A part of an address without its percent signs; as it is when they are none. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
/** The names in the braces of a path, in their order. */
export const bracesOf = (path: string): string[] => [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
