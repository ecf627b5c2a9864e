import { escaped } from './html.ts'
import { details, isFailing, type Report, verdict } from './report.ts'

/** Zero bytes and the like are not allowed in XML at all, nor halves of a character. */
const forXml = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- that is what is looked for
  escaped(text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd'))
const forAttribute = (text: string): string => forXml(text.replace(/\s+/g, ' '))

/** A finding is a test case; those that fail the check are failures, as `failures` counts them. A check without findings is one case that passes. */
export function asJunit(report: Report): string {
  const isBelow = report.unmet !== undefined
  const cases = report.findings.map((finding) => {
    const open = `    <testcase name="${forAttribute(`${finding.id} ${finding.says}`)}" classname="drift.${finding.severity}" time="0">`
    const text = forXml(details(finding, report).join('\n'))
    const inside = isFailing(finding, report)
      ? `<failure message="${forAttribute(finding.says)}" type="${forAttribute(finding.rule)}">${text}</failure>`
      : `<system-out>${text}</system-out>`
    return `${open}${inside}</testcase>`
  })
  if (isBelow)
    cases.push(
      `    <testcase name="coverage" classname="drift.coverage" time="0"><failure message="${forAttribute(report.unmet!)}" type="require-coverage"/></testcase>`,
    )
  if (cases.length === 0) cases.push(`    <testcase name="${forAttribute(report.about)}" classname="drift" time="0"/>`)
  const failures = report.findings.filter((finding) => isFailing(finding, report)).length + (isBelow ? 1 : 0)
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
    `  <testsuite name="drift ${forAttribute(report.check)}" ${counts} skipped="0">`,
    ...cases,
    `    <system-out>${forXml(output.join('\n'))}</system-out>`,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}
