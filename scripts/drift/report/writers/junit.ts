import { details, isFailing, type Report, textWithCalls, verdict } from '../report.ts'
import { lines, type Markup, xml } from './markup.ts'

/**
 * Returns JUnit XML: a test case for each finding, a failure when it fails the check. A check without findings is one
 * case that passes.
 */
export function asJunit(report: Report): Markup<'xml'> {
  const cases = report.findings.map((finding) => {
    const text = details(finding, report).join('\n')
    const inside = isFailing(finding, report)
      ? xml`<failure message="${textWithCalls(finding)}" type="${finding.rule}">${text}</failure>`
      : xml`<system-out>${text}</system-out>`
    return xml`    <testcase name="${finding.id} ${finding.says}" classname="drift.${finding.severity}" time="0">${inside}</testcase>`
  })
  if (report.unmet !== undefined)
    cases.push(
      xml`    <testcase name="required" classname="drift" time="0"><failure message="${report.unmet}" type="required"/></testcase>`,
    )
  if (cases.length === 0) cases.push(xml`    <testcase name="${report.about}" classname="drift" time="0"/>`)
  const failures =
    report.findings.filter((finding) => isFailing(finding, report)).length + (report.unmet === undefined ? 0 : 1)
  const counts = xml`tests="${cases.length}" failures="${failures}" errors="0" time="0"`
  const output = [
    verdict(report),
    ...report.sections.flatMap(({ title, lines: some }) => ['', title, ...some]),
    '',
    ...report.facts,
  ]
  return lines('xml', [
    xml`<?xml version="1.0" encoding="UTF-8"?>`,
    xml`<testsuites name="drift" ${counts}>`,
    xml`  <testsuite name="drift ${report.check}" ${counts} skipped="0">`,
    ...cases,
    xml`    <system-out>${output.join('\n')}</system-out>`,
    xml`  </testsuite>`,
    xml`</testsuites>`,
  ])
}
