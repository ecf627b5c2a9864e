import { type AssumedPart, assumedParts, PARTS_TITLE } from '../description/assumed.ts'
import type { Section } from '../report/report.ts'
import type { Expectation } from './expectations.ts'
import type { Validation } from './exchange-validator.ts'

interface Covered {
  count: number
  accepted: number
  broken: number
  codes: Map<string, number>
  headers: Map<string, number>
  examples: Set<string>
  looked: number
}
/** Answers of a call that are compared with its examples: after so many the rest says nothing new. */
const MOST_LOOKED_AT = 5000

/** Which calls, codes and examples the traffic has shown, and which never. */
export class Coverage {
  readonly #calls: Map<
    string,
    {
      expected: Expectation
      covered: Covered
      left: { name: string; status: number; code: number | null; look: string | null }[]
    }
  >
  constructor(expectations: Iterable<Expectation>) {
    this.#calls = new Map(
      [...expectations].map((expected) => [
        expected.id,
        {
          expected,
          covered: {
            count: 0,
            accepted: 0,
            broken: 0,
            codes: new Map(),
            headers: new Map(),
            examples: new Set(),
            looked: 0,
          },
          left: expected.examples.map(({ name, status, code, value }) => ({
            name,
            status,
            code,
            look: status === 200 && (code === null || code === 0) ? lookOf(value) : null,
          })),
        },
      ]),
    )
  }

  add({ id }: Expectation, status: number, { outcome, code, body, isClean, headers }: Validation): void {
    const call = this.#calls.get(id)!
    const { covered } = call
    covered.count += 1
    if (outcome === 'accepted') covered.accepted += 1
    if (!isClean) covered.broken += 1
    for (const name of headers) covered.headers.set(name, (covered.headers.get(name) ?? 0) + 1)
    const key = `${status}${code === null ? '' : ` code ${code}`}`
    covered.codes.set(key, (covered.codes.get(key) ?? 0) + 1)
    if (call.left.length === 0 || covered.looked > MOST_LOOKED_AT) return
    covered.looked += 1
    const some = call.left.filter((example) => example.status === status && example.code === code)
    if (some.length === 0) return
    const look = some.some((example) => example.look !== null) ? lookOf(body) : null
    for (const example of some)
      if (example.look === null || example.look === look) {
        covered.examples.add(example.name)
        call.left = call.left.filter((other) => other !== example)
      }
  }

  get sections(): Section[] {
    const all = [...this.#calls.values()]
    const seen = all.filter(({ covered }) => covered.count > 0)
    const examples = all.flatMap(({ expected }) => expected.examples)
    const shown = all.reduce((sum, { covered }) => sum + covered.examples.size, 0)
    const codes = all.flatMap(({ expected }) => [...expected.codes].map((code) => ({ expected, code })))
    const met = codes.filter(({ expected, code }) =>
      this.#calls.get(expected.id)!.covered.codes.has(`200 code ${code}`),
    )
    const never = all.filter(({ covered }) => covered.count === 0).map(({ expected }) => expected.id)
    return [
      {
        title: 'Coverage: “no drift” is said of this part only',
        lines: [
          `${seen.length} of ${all.length} calls, ${met.length} of ${codes.length} codes, ${shown} of ${examples.length} examples`,
          ...seen.map(({ expected, covered, left }) => {
            const unmet = [...expected.codes].filter((code) => !covered.codes.has(`200 code ${code}`))
            const parts = [
              [...covered.codes].map(([code, count]) => `${code} ×${count}`).join(', '),
              unmet.length > 0 ? `never: code ${unmet.join(', ')}` : '',
              left.length > 0
                ? `examples not seen: ${left
                    .map(({ name }) => name)
                    .slice(0, 6)
                    .join(', ')}${left.length > 6 ? ` and ${left.length - 6} more` : ''}`
                : '',
            ]
            return `${expected.id}: ${parts.filter((part) => part !== '').join('; ')}`
          }),
          ...(never.length > 0 ? [`calls never seen: ${never.join(', ')}`] : []),
        ],
      },
      this.#provenance(),
      this.#parts(),
    ]
  }
  #parts(): Section {
    const lines = [...this.#calls.values()].flatMap(({ expected, covered }) =>
      assumedParts(expected.call).map((part) => `${part.label}: ${seenOf(part, covered)}`),
    )
    return { title: PARTS_TITLE, lines }
  }
  /** An assumed call is confirmed when it was answered as the contract says. */
  #provenance(): Section {
    const assumed = [...this.#calls.values()].filter(({ expected }) => expected.isAssumed)
    const lines = assumed.map(({ expected, covered }) => {
      if (covered.accepted > 0 && covered.broken === 0)
        return `${expected.id}: confirmed by this traffic (${covered.accepted} successes)`
      if (covered.count === 0) return `${expected.id}: still unconfirmed, it was not called`
      return `${expected.id}: still unconfirmed, ${covered.broken > 0 ? `${covered.broken} answers differ` : 'it never succeeded'}`
    })
    return { title: 'Calls that the contract assumes', lines }
  }
  get data(): Record<string, unknown> {
    return {
      coverage: Object.fromEntries(
        [...this.#calls].map(([id, { covered, left, expected }]) => [
          id,
          {
            exchanges: covered.count,
            answers: Object.fromEntries(covered.codes),
            examplesSeen: [...covered.examples],
            examplesNotSeen: left.map(({ name }) => name),
            codesNotSeen: [...expected.codes].filter((code) => !covered.codes.has(`200 code ${code}`)),
          },
        ]),
      ),
    }
  }
}

/** What the traffic says of an assumed part. A rule is confirmed as its call is: by answers that are as the contract says. */
function seenOf(part: AssumedPart, covered: Covered): string {
  switch (part.kind) {
    case 'parameter': {
      const count = covered.headers.get(part.parameter.name) ?? 0
      if (count === 0) return 'never sent'
      return `sent ${count} ${count === 1 ? 'time' : 'times'}; whether the service honours it, no exchange tells`
    }
    case 'rule':
      return covered.accepted > 0 && covered.broken === 0
        ? `confirmed by this traffic (${covered.accepted} successes)`
        : 'still unconfirmed'
    case 'failure': {
      const { code, http } = part.failure
      const isMet = (key: string) => {
        const [status = '', , seen] = key.split(' ')
        const hasStatus = [http ?? 200].flat().some((one) => String(one) === status || String(one) === `${status[0]}XX`)
        return (
          hasStatus &&
          (code === undefined ||
            [code]
              .flat()
              .map(String)
              .includes(seen ?? ''))
        )
      }
      const count = [...covered.codes].reduce((sum, [key, times]) => sum + (isMet(key) ? times : 0), 0)
      return count > 0 ? `confirmed by this traffic (${count} times)` : 'still unconfirmed'
    }
  }
}

/** What a body looks like: its words, truths and nulls, whether its lists are empty; neither texts nor numbers. */
function lookOf(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return /^[a-z]+(_[a-z]+)*$/.test(value) ? value : '"'
  if (typeof value === 'number') return '0'
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${lookOf(value[0])}]`
  if (typeof value !== 'object') return ''
  const parts = Object.entries(value).filter(([name]) => name !== 'message')
  return `{${parts
    .map(([name, part]) => `${name}:${lookOf(part)}`)
    .toSorted()
    .join()}}`
}
