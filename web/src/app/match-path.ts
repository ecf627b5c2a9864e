import { type RouteFacts, routeFacts } from './route-facts.ts'

/** Whether a path is one of a route's: `:name` in a pattern represents one part. */
export function matchesPath(pattern: string, path: string): boolean {
  const [wanted, parts] = [pattern.split('/'), path.split('/')]
  return wanted.length === parts.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at])
}

/** The route of a path; undefined where there is no page. */
export const routeAt = (path: string): RouteFacts | undefined =>
  routeFacts.find(({ paths }) => paths.some((pattern) => matchesPath(pattern, path)))
