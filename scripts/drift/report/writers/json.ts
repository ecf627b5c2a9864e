import { countOf } from '../finding.ts'
import { type Report, verdict } from '../report.ts'

/** Sections with all lines, for programs. */
export const whole = ({ sections }: Report) => sections.map(({ title, lines }) => ({ title, lines }))
export function asJson(report: Report): string {
  const { check, about, findings, suppressed, facts, data } = report
  return JSON.stringify(
    {
      check,
      about,
      verdict: verdict(report),
      counts: countOf(findings),
      findings,
      settled: suppressed,
      facts,
      sections: whole(report),
      ...data,
    },
    null,
    2,
  )
}
