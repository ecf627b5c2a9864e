/** Patterns for the start of a file, what the file is, and the command that reads it. */
const KINDS: readonly (readonly [is: RegExp, what: string, takenBy: string])[] = [
  [/^\{\s*"log"\s*:\s*\{/, 'a HAR', 'drift traffic'],
  [/^\{\s*"driftPartial"\s*:/, 'a part of a report', 'drift merge'],
  [/^\{\s*"check"\s*:\s*"\w+",\s*"about"\s*:/, 'a report', 'drift accept, or --baseline of a check'],
  [
    /^\{\s*"\$schema"\s*:\s*"[^"]*sarif/,
    'a report as SARIF',
    'no command: a report to read again is written with --format json',
  ],
  [/^\{\s*"consumer"\s*:\s*"[^"]*",/, 'a manifest of a consumer', '--consumers of drift spec and drift changes'],
  [/^\{\s*"compilerOptions"\s*:/, 'a tsconfig', 'drift consumer'],
  [/^- ?\{? ?id ?:/, 'a list of accepted findings', '--ignore of a check'],
  [/^[ {]*["']?(openapi|swagger)["']? ?:/m, 'an OpenAPI description', 'drift spec'],
  [
    /^\[\s*\{\s*"status"\s*:\s*"[A-Z]+",\s*"method"\s*:\s*"[A-Z]+",\s*"protocolVersion"/,
    'a session of Charles',
    'no command: export it as HAR',
  ],
  [
    /^\{[^]*"(_postman_id|__export_format)"\s*:/,
    'a collection of Postman or Insomnia',
    'no command: it holds requests; record traffic',
  ],
  [/^\{.*"(resourceSpans|resourceLogs)"\s*:/, 'OpenTelemetry', 'drift traffic'],
  [/^\{.*"(method|request|request_method)"\s*:/, 'NDJSON with exchanges', 'drift traffic'],
  [/^\S+ .*"[A-Z]+ \S+ HTTP\/[\d.]+" \d{3}/, 'an access log', 'drift traffic'],
]
/** How much of a file is enough to recognize it. */
const LONGEST = 4096

/**
 * Returns what a file is when `command` does not read it: `it is a HAR, which is for drift traffic`; null when it is
 * unknown or right.
 */
export function otherKind(text: string, command?: string): string | null {
  const start = text
    .slice(0, LONGEST)
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (start === '') return 'it is empty'
  const found = KINDS.find(([is]) => is.test(start))
  if (!found) return null
  const [, what, takenBy] = found
  return command !== undefined && takenBy.startsWith(command) ? null : `it is ${what}, which is for ${takenBy}`
}
