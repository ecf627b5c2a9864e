import { escaped } from './html.ts'
import { details, isFailing, type Report, textWithCalls, verdict } from './report.ts'

/**
 * Returns JUnit XML: a test case for each finding, a failure when it fails the check. A check without findings is one
 * case that passes.
 */
export function asJunit(report: Report): string {
  const isUnmet = report.unmet !== undefined
  const cases = report.findings.map((finding) => {
    const open = `    <testcase name="${escaped(`${finding.id} ${finding.says}`)}" classname="drift.${finding.severity}" time="0">`
    const text = escaped(details(finding, report).join('\n'))
    const inside = isFailing(finding, report)
      ? `<failure message="${escaped(textWithCalls(finding))}" type="${escaped(finding.rule)}">${text}</failure>`
      : `<system-out>${text}</system-out>`
    return `${open}${inside}</testcase>`
  })
  if (isUnmet)
    cases.push(
      `    <testcase name="required" classname="drift" time="0"><failure message="${escaped(report.unmet!)}" type="required"/></testcase>`,
    )
  if (cases.length === 0) cases.push(`    <testcase name="${escaped(report.about)}" classname="drift" time="0"/>`)
  const failures = report.findings.filter((finding) => isFailing(finding, report)).length + (isUnmet ? 1 : 0)
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" time="0"`
  const output = [
    verdict(report),
    ...report.sections.flatMap(({ title, lines }) => ['', title, ...lines]),
    '',
    ...report.facts,
  ]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="drift" ${counts}>`,
    `  <testsuite name="drift ${escaped(report.check)}" ${counts} skipped="0">`,
    ...cases,
    `    <system-out>${escaped(output.join('\n'))}</system-out>`,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}
