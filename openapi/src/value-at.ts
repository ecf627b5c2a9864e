/**
 * Returns the value at a path (`result.orderId`); undefined when a step is missing; the whole body for the empty path.
 */
export function valueAt(body: unknown, path: string): unknown {
  if (path === '') return body
  return path
    .split('.')
    .reduce<unknown>(
      (part, field) =>
        typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[field] : undefined,
      body,
    )
}
