import type { Found, Place, Seen } from '../report/finding.ts'
import { type RuleId, rules } from '../rules/rules.ts'

/** What is reported of the exchange that shows a difference. */
export interface Sample {
  /** `a.har #12, 2026-11-20T10:00:00Z`. */
  label: string
  curl(): string
}
interface Difference {
  differs: string
  ours?: Place | undefined
}
/** Differences that were seen, each once, with how often and where first and last. */
export class FindingCollector {
  readonly #seen = new Map<string, Found & { seen: Seen; calls: string[] }>()

  /** Counts a difference; its words are made only the first time. */
  add(rule: RuleId, call: string, subject: string, sample: Sample, describe: () => Difference): void {
    const key = `${rule}\n${subject}`
    const known = this.#seen.get(key)
    if (known) {
      known.seen.count += 1
      known.seen.last = sample.label
      if (!known.calls.includes(call)) known.calls.push(call)
      return
    }
    const { differs, ours } = describe()
    const seen = { count: 1, first: sample.label, last: sample.label, curl: sample.curl() }
    this.#seen.set(key, { rule, subject, calls: [call], says: `${differs}: ${rules[rule].breaks}.`, ours, seen })
  }
  get found(): Found[] {
    return [...this.#seen.values()]
  }
}
