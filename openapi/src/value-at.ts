/**
 * Returns the value at a path (`result.orderId`); undefined when a step is missing; the whole body for the empty path.
 */
export function valueAt(body: unknown, path: string): unknown {
  if (path === '') return body
  let part = body
  for (const field of path.split('.')) {
    if (typeof part !== 'object' || part === null) return undefined
    part = (part as Record<string, unknown>)[field]
  }
  return part
}
