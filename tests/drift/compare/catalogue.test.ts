import { describe, expect, it, test } from 'vitest'
import { describe as read } from '#drift/description/description.ts'
import { callRules, codeRules } from '#drift/rules/call-rules.ts'
import { requestRules, responseRules } from '#drift/rules/field-rules.ts'
import { rules } from '#drift/rules/rules.ts'
import { drifts, notes } from './library.ts'
import { mutations, pairs } from './mutations.ts'
import { contract, driftBetween, driftOf, folderOfFile, sentencesOf } from '../support.ts'

const folder = folderOfFile()

describe('finds one change of the contract by its rule, and by no other of its severity:', { timeout: 60_000 }, () => {
  it.concurrent.for(mutations)('%s: %s', async ([_what, rule, subject, change], context) => {
    const bundle = contract()
    change(bundle)
    const findings = await driftOf(await folder.file(bundle.document))
    const reported = findings.map((finding) => `${finding.rule} (${finding.severity}) ${finding.subject}`)
    const found = findings.find((finding) => finding.rule === rule && subject.test(finding.subject))
    expect(found?.severity, reported.join('\n')).toBe(rules[rule].severity)
    expect(
      new Set(findings.filter(({ severity }) => severity !== 'note').map((finding) => finding.rule)),
      reported.join('\n'),
    ).toEqual(new Set(rules[rule].severity === 'note' ? [] : [rule]))
    // Each finding has both places and a call, so that a backend engineer knows where to look.
    expect(found?.calls.length).toBeGreaterThan(0)
    expect(found?.theirs?.line).toBeGreaterThan(0)
    if (rule !== 'call-unknown') expect(found?.ours?.line).toBeGreaterThan(0)
    context.expect(sentencesOf(findings)).toMatchSnapshot()
  })
})

describe('finds a change of what only other contracts have, added to both sides:', { timeout: 60_000 }, () => {
  it.concurrent.for(pairs)('%s: %s', async ([_what, rule, subject, before, after], context) => {
    const [ours, theirs] = [contract(), contract()]
    for (const side of [ours, theirs]) before(side)
    after(theirs)
    const [first, second] = [
      await read(await folder.file(ours.document)),
      await read(await folder.file(theirs.document)),
    ]
    const findings = driftBetween(first, second)
    const reported = findings.map((finding) => `${finding.rule} (${finding.severity}) ${finding.subject}`)
    const found = findings.find((finding) => finding.rule === rule && subject.test(finding.subject))
    expect(found?.severity, reported.join('\n')).toBe(rules[rule].severity)
    const severe = new Set(findings.filter(({ severity }) => severity !== 'note').map((finding) => finding.rule))
    expect(severe, reported.join('\n')).toEqual(new Set(rules[rule].severity === 'note' ? [] : [rule]))
    context.expect(sentencesOf(findings)).toMatchSnapshot()
    context.expect(sentencesOf(driftBetween(second, first))).toMatchSnapshot('the other way round')
  })
})

test('every rule for descriptions finds one of the changes', () => {
  const used = new Set([...mutations, ...pairs, ...drifts, ...notes].map(([, rule]) => rule))
  const ofDescriptions = { ...callRules, ...codeRules, ...requestRules, ...responseRules }
  expect(Object.keys(ofDescriptions).filter((rule) => !used.has(rule as keyof typeof rules))).toEqual([])
})
test('the catalogue has the promised size', () => {
  expect(mutations.length).toBeGreaterThanOrEqual(120)
  expect(new Set(mutations.map(([what]) => what)).size).toBe(mutations.length)
})
