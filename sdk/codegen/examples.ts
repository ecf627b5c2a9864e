import { callsOf, type Contract, codeOf, codesOf, examplesOf, failureOf, failuresOf, rejects } from '@paket/contract'

type StatusAndBody = [status: number, body: unknown]
interface CallExamples {
  path: string
  answers: Record<string, StatusAndBody>
  fails: Record<string, StatusAndBody[]>
}

/** examples.gen.ts: per call its path, its successes by the names of their examples, and answers of each failure that a server can give. */
export function examplesText(contract: Contract): string {
  const all = callsOf(contract).map(({ id, path, operation }) => {
    const entry: CallExamples = { path, answers: {}, fails: {} }
    for (const { name, status, value } of examplesOf(contract, operation)) {
      const failure = failureOf(contract, operation, { status, code: codeOf(value) })
      if (failure) (entry.fails[failure.name] ??= []).push([status, value])
      else entry.answers[name] = [status, value]
    }
    const listed = failuresOf(contract, operation).flatMap(codesOf)
    const unknown = [2999, 999].find((code) => rejects(operation['x-validity'], code) && !listed.includes(code))
    if (unknown !== undefined) entry.fails['unknownCode'] ??= [[200, { code: unknown, message: 'unknown' }]]
    entry.fails['unexpectedStatus'] ??= [[418, {}]]
    return `  ${id}: ${JSON.stringify(entry)},\n`
  })
  return `/** Per call: its path, its successes by name, and by failure the answers that are one. Each is an HTTP status and a body. */\nexport const examples = {\n${all.join('')}} as const\n`
}
