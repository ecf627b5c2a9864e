/** Whether a path is one of a route's: `:name` in a pattern represents one part. */
export function matchesPath(pattern: string, path: string): boolean {
  const [wanted, parts] = [pattern.split('/'), path.split('/')]
  return wanted.length === parts.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at])
}
