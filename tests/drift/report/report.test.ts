import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { type Found, grouped } from '#drift/report/finding.ts'
import { notLookedAt, type Report, verdict } from '#drift/report/report.ts'
import { formats, written } from '#drift/report/formats.ts'
import type { Rule } from '#drift/rules/rule.ts'
import { groups, rules } from '#drift/rules/rules.ts'
import { applySuppressions } from '#drift/report/suppressions.ts'
import { folderOfFile, root } from '../support.ts'
import { readBaseline, readIgnoreFile } from '#drift/report/suppressions.ts'

const folder = folderOfFile()
const one = (more: Partial<Found> = {}): Found => ({
  rule: 'response-null',
  subject: 'A.b',
  calls: ['getA'],
  says: '`A.b` <may> be "null" & | more:\nthan that',
  theirs: { file: 'src/a b,c:d.json', line: 3, pointer: '#/x' },
  ours: { file: 'openapi/a.yaml', line: 7, pointer: '#/y' },
  ...more,
})
const report = (found: Found[]): Report => ({
  check: 'spec',
  about: 'a <b> against the contract',
  findings: grouped(found),
  suppressed: [],
  facts: ['1 of 1'],
  sections: [{ title: 'Seen', lines: ['x & y'] }],
  failOn: 'breaking',
})
const three = report([
  one({ rule: 'response-field-unknown' }),
  one(),
  one({ rule: 'response-value-unknown', seen: { count: 3, first: 'a.har #1', last: 'a.har #9', curl: 'curl x' } }),
])

it('names what was not looked at once for each reason, all of it in --coverage', () => {
  const lines = ['webhooks', 'getA 200: body of a/xml', 'getA 404: body of b/xml', 'getB 200: body of a/xml', 'links']
  const unchecked = { ...report([]), sections: [notLookedAt(lines)] }
  expect(written(unchecked, 'text')).toContain(
    'webhooks\n  links\n  getA 200 and 1 more: body of a/xml\n  getA 404: body of b/xml\n',
  )
  expect(written(unchecked, 'text', { allCoverage: true })).toContain(lines.join('\n  '))
})
describe('findings', () => {
  it('say for each call what applies to it, and are as severe as the most severe of them', () => {
    const says = (calls: string[], text: string, severity?: Found['severity']) =>
      one({ calls, says: text, severity: severity ?? 'note' })
    const [finding] = grouped([
      says(['getA'], 'It is 1.'),
      says(['getB'], 'It is 2.', 'risky'),
      says(['getD'], 'It is 2.'),
      says(['getC'], 'It is 1.'),
    ])
    expect(finding).toMatchObject({ says: 'It is 1. In getB, getD: It is 2.', severity: 'risky' })
    const many = grouped(['A', 'B', 'C', 'D', 'E'].map((name) => says([`get${name}`], `It is ${name}.`)))
    expect(many.map((each) => each.says)).toEqual([
      'It is A. In getB: It is B. In getC: It is C. In getD: It is D. In others it differs otherwise.',
    ])
  })
  it('are grouped by cause, with all calls', () => {
    expect(grouped([one(), one({ calls: ['getB'] }), one({ calls: ['getA'] })]).map(({ calls }) => calls)).toEqual([
      ['getA', 'getB'],
    ])
  })
  it('are sorted by severity', () => {
    expect(three.findings.map(({ severity }) => severity)).toEqual(['breaking', 'risky', 'note'])
  })
  it('of existing calls come before those of missing calls of the same severity', () => {
    const missing = [one({ rule: 'call-assumed-missing', calls: ['getB', 'getC'] }), one({ rule: 'call-missing' })]
    const { findings } = report([...missing, one(), one({ rule: 'response-value-unknown' })])
    expect(findings.map(({ rule }) => rule)).toEqual([
      'response-null',
      'call-assumed-missing',
      'call-missing',
      'response-value-unknown',
    ])
  })
  it('keep their id when texts, places and counts change, but not with another subject', () => {
    const [a, b, c] = [one(), one({ says: 'x', theirs: undefined, calls: [] }), one({ subject: 'A.c' })].map(
      (each) => grouped([each])[0]!.id,
    )
    expect(a).toBe(b)
    expect(a).not.toBe(c)
  })
})

describe('formats', () => {
  it.each(formats)('%s contains every finding with its id, and reports agreement', (format) => {
    const text = written(three, format, { allNotes: true })
    // A comment counts notes by rule.
    for (const { id, severity, rule } of three.findings)
      expect(text).toContain(format === 'markdown' && severity === 'note' ? rule : id)
    expect(written(report([]), format).length).toBeGreaterThan(5)
  })
  it('list the values of one list in one finding for people, and separately for programs', () => {
    const values = Array.from({ length: 20 }, (_, nth) => `"v${String(nth).padStart(2, '0')}"`)
    const ofValue = (value: string, label = 'A.b') =>
      one({
        rule: 'response-value-unknown',
        subject: `${label} ${value}`,
        says: `\`${label}\` may be ${value}, which the contract does not list: x.`,
        value,
      })
    const listed = report([...values.map((value) => ofValue(value)), ofValue('"v00"', 'A.c')])
    const text = written(listed, 'text')
    const list = `${values.slice(0, 8).join(', ')} and 12 more`
    expect(text.match(/✗.*/g)).toEqual([
      `✗ \`A.b\` may be ${list}, which the contract does not list: x.`,
      '✗ `A.c` may be "v00", which the contract does not list: x.',
    ])
    expect(text).toContain(
      `id        ${listed.findings
        .slice(0, 8)
        .map(({ id }) => id)
        .join(', ')} and 12 more\n`,
    )
    expect(text).toContain('Nothing breaking: 21 risky.')
    expect(written(listed, 'markdown').match(/^\| risky/gm)).toHaveLength(2)
    for (const { id } of listed.findings)
      for (const format of ['json', 'junit', 'sarif'] as const) expect(written(listed, format)).toContain(id)
  })
  it.each(formats)(
    '%s passes no control characters, hidden characters or line breaks of a description to a terminal or log',
    (format) => {
      const name = 'a\u001B]8;;https://evil.example\u0007b\u202Ec\r\n::error::forged\n/close\u2028d\uD800'
      const place = { file: name, line: null, pointer: name }
      const found = one({ says: name, calls: [name], theirs: place, ours: place, hint: name })
      const hostile = { ...report([found]), about: name, facts: [name], sections: [{ title: name, lines: [name] }] }
      const text = written(hostile, format, { allNotes: true })
      // oxlint-disable-next-line no-control-regex -- that is what is looked for
      expect(text).not.toMatch(/[\0-\u0009\u000B-\u001F\u007F-\u009F\u2028\u202E]|^\s*(::error::forged|\/close)/m)
      expect(text.isWellFormed()).toBe(true)
      expect(text).toMatch(/\\u001b/)
    },
  )
  test('text counts notes by rule unless all are requested', () => {
    expect(written(three, 'text')).toMatch(/1 response-field-unknown: /)
    expect(written(three, 'text')).not.toContain(three.findings[2]!.id)
  })
  test('text explains the first missing call, and has one line for each further one', () => {
    const missing = (call: string): Found =>
      one({
        rule: 'call-missing',
        subject: call,
        calls: [call],
        says: `\`POST /${call}\` does not exist: clients fail.`,
      })
    const some = report(['getB', 'getC', 'getD'].map((call) => missing(call)))
    const [, b, c] = some.findings
    const lines = written(some, 'text').split('\n')
    expect(lines.filter((line) => line.includes(' do '))).toHaveLength(1)
    expect(lines).toContain(`  ✗ \`POST /getC\` does not exist  ${b!.id}`)
    expect(lines).toContain(`  ✗ \`POST /getD\` does not exist  ${c!.id}`)
  })
  test('json is a baseline', async () => {
    const place = await folder.file(written(three, 'json'))
    expect(await readBaseline(place)).toEqual(three.findings.map(({ id }) => id))
    expect(JSON.parse(written(three, 'json'))).toMatchObject({
      check: 'spec',
      counts: { breaking: 1, risky: 1, note: 1 },
    })
  })
  test('junit escapes texts, and has failures only for what fails the check', () => {
    const xml = written(three, 'junit')
    expect(xml.match(/<testcase/g)).toHaveLength(3)
    expect(xml).toMatch(/<testsuites[^>]* failures="1" errors="0"/)
    expect(xml.match(/<failure/g)).toHaveLength(1)
    expect(xml).not.toContain('<may>')
  })
  test('sarif names rules, places and fingerprints', () => {
    const [run] = (
      JSON.parse(written(three, 'sarif')) as {
        runs: { tool: { driver: { rules: { id: string }[] } }; results: Record<string, unknown>[] }[]
      }
    ).runs
    expect(run!.results[0]).toMatchObject({
      ruleId: 'response-null',
      level: 'error',
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'src/a%20b%2Cc%3Ad.json' }, region: { startLine: 3 } } },
      ],
      partialFingerprints: { drift: three.findings[0]!.id },
    })
    expect(run!.tool.driver.rules.map(({ id }) => id)).toEqual([
      'response-null',
      'response-value-unknown',
      'response-field-unknown',
    ])
  })
  test('html runs nothing, loads nothing and shows foreign markup as text', () => {
    const page = written(three, 'html')
    expect(page).toContain('&lt;may&gt;')
    expect(page).not.toMatch(/<may>|<script|https?:/)
  })
  test('markdown has each finding in one row', () => {
    expect(written(three, 'markdown')).toMatch(/^\| breaking \| `A\.b` `<may>` be "null" `&` `\\\|` more: than that/m)
  })
  test('markdown lists accepted findings, counts notes by rule and folds what the short text omits', () => {
    const [known, accepted] = grouped([one({ rule: 'response-field-unknown' }), one()])
    const text = written(
      {
        ...report([]),
        findings: [accepted!],
        suppressed: [{ finding: known!, reason: 'BACK-1 <b>', until: '2027-01-31', owner: 'accounts' }],
        sections: [{ title: 'Coverage', lines: ['1 of 2', 'getA: agrees'], short: ['1 of 2'] }],
      },
      'markdown',
    )
    expect(text).toContain(
      `### Accepted for now (1)\n\n- \`${known!.id}\` \`BACK-1\` \`<b>\` (accounts, until \`2027-01-31\`): \`A.b\` \`<may>\` be "null"`,
    )
    expect(text).toMatch(
      /### Coverage\n\n- 1 of 2\n\n<details>[^]*<summary>The whole [^]*- getA: agrees[^]*<\/details>/,
    )
    expect(written(three, 'markdown')).toMatch(/<summary>1 note<[^]*- 1 × `response-field-unknown`: /)
  })
  test.each([
    ['breaking', 'No new drift; accepted: 1 breaking.'],
    ['note', 'No drift; accepted: 1 note.'],
  ] as const)('the verdict says that something %s is accepted', (severity, says) => {
    const [finding] = grouped([one({ severity })])
    const suppressed = [{ finding: finding!, reason: 'BACK-1', until: '2027-01-31' }]
    expect(verdict({ ...report([]), suppressed })).toBe(says)
    expect(verdict({ ...report([one({ subject: 'other', severity: 'note' })]), suppressed })).toBe(
      severity === 'note' ? 'Agrees: 1 note; accepted: 1 note.' : 'Nothing new: 1 note; accepted: 1 breaking.',
    )
  })
  test('a single note of a rule names its calls', () => {
    const note = { rule: 'response-field-unknown' as const, severity: 'note' as const, calls: ['getA'] }
    expect(written(report([one(note)]), 'text')).toMatch(/ {5}1 response-field-unknown: [^]*that \(getA\)\n/)
  })
  test('markdown stays within GitHub’s limit for comments', () => {
    const many = report(Array.from({ length: 500 }, (_, at) => one({ subject: `${at}`, says: 'x'.repeat(300) })))
    many.sections = [{ title: 'Coverage', lines: Array.from({ length: 900 }, () => 'y'.repeat(100)), short: [] }]
    const text = written(many, 'markdown')
    expect(text.length).toBeLessThan(65_000)
    expect(text).toMatch(/Not shown here: 440 breaking\. All are in the report/)
  })
  test('text is short unless the whole coverage is requested; json and html are complete', () => {
    const long = { ...report([]), sections: [{ title: 'Coverage', lines: ['a', 'getA: agrees'], short: ['a'] }] }
    expect(written(long, 'text')).toMatch(/Coverage\n {2}a\n\n1 of 1\nThe whole coverage [^\n]*--coverage/)
    expect(written(long, 'text')).not.toContain('getA')
    const whole = written(long, 'text', { allCoverage: true })
    expect(whole).toContain('getA: agrees')
    expect(whole).not.toContain('--coverage')
    for (const format of ['json', 'html', 'junit', 'sarif'] as const)
      expect(written(long, format)).toContain('getA: agrees')
  })
  test('github escapes commands and properties', () => {
    expect(written(three, 'github').split('\n')[0]).toMatch(
      /^::error file=src\/a b%2Cc%3Ad\.json,line=3,title=response-null\.[0-9a-f]{8}::`A\.b` <may> be "null" & \| more: than that/,
    )
  })
  test('every format names the calls', () => {
    for (const format of formats)
      expect({ format, text: written(three, format) }).toEqual({ format, text: expect.stringContaining('getA') })
    const failure = /<failure message="[^"]*than that \(getA\)"/
    expect(written(three, 'junit')).toMatch(failure)
  })
})

describe('suppressions', () => {
  const [finding] = grouped([one()])
  const entry = (until: string) => ({ id: finding!.id, reason: 'the backend is being changed', until })
  it('hide a finding until their expiry date', () => {
    const { findings, suppressed } = applySuppressions(
      'spec',
      [finding!],
      { ignored: [entry('2026-11-21')] },
      '2026-11-21',
    )
    expect({ findings, suppressed }).toEqual({
      findings: [],
      suppressed: [{ finding, reason: 'the backend is being changed', until: '2026-11-21' }],
    })
  })
  it('let a finding count again after it, and show their reason', () => {
    const { findings, facts } = applySuppressions('spec', [finding!], { ignored: [entry('2026-11-20')] }, '2026-11-21')
    expect(findings).toEqual([finding])
    expect(facts[0]).toMatch(/was accepted until 2026-11-20, which is over: the backend/)
  })
  it.each([
    ['spec', 'response-null', /is not there any more: take it out/],
    ['traffic', 'response-null', null],
    ['changes', 'response-null', null],
    ['traffic', 'seen-code-unknown', /was not seen this time: when it is mended, take it out/],
    ['spec', 'seen-code-unknown', null],
    ['live', 'seen-code-unknown', null],
    ['live', 'live-failed', /was not seen this time/],
    ['traffic', 'live-failed', null],
  ])('are reported when nothing matches them, by a check that could have found them: %s, %s', (check, rule, says) => {
    const ignored = [{ id: `${rule}.00000000`, reason: 'x', until: '2027-01-01' }]
    const { facts } = applySuppressions(check, [], { ignored }, '2026-11-21')
    expect(facts).toEqual(says === null ? [] : [expect.stringMatching(says)])
  })
  it('of a baseline are counted when their findings are gone', () => {
    expect(applySuppressions('spec', [], { baseline: ['x.00000000'] }, '2026-11-21').facts).toEqual([
      '1 of the baseline is gone',
    ])
  })
  it('hide the findings of a baseline', () => {
    expect(applySuppressions('spec', [finding!], { baseline: [finding!.id] }, '2026-11-21').findings).toEqual([])
  })
  it.each([
    ['a: 1', /must be a list/],
    ['- id: x', /`id` must be a finding’s id|`id` must be a finding's id/],
    ['- { id: response-null.00000000, until: 2027-01-01 }', /`reason` must say why/],
    ['- { id: response-null.00000000, reason: x }', /`until` must be the last day/],
    ['- { id: response-null.00000000, reason: x, until: 2027-02-31 }', /`until` must be the last day/],
    ['- [', /cannot be read/],
  ])('an ignore file %j is refused', async (text, message) => {
    await expect(readIgnoreFile(await folder.file(text, 'ignore.yaml'))).rejects.toThrow(message)
  })
  it('are read from a file', async () => {
    expect(
      await readIgnoreFile(
        await folder.file(`- { id: ${finding!.id}, reason: ' x ', until: 2027-01-31 }`, 'ignore.yaml'),
      ),
    ).toEqual([{ id: finding!.id, reason: 'x', until: '2027-01-31' }])
  })
})

test('every rule states what differs, what breaks for whom, and what to do', () => {
  const silent = Object.entries(rules).filter(([, { title, breaks, hint }]) => !title || !breaks || !hint)
  expect(silent).toEqual([])
})
test('RULES.md has every rule in its group’s table', async () => {
  const file = join(root, 'scripts/drift/RULES.md')
  const tables = groups.map(([title, ofGroup]) => {
    const rows = Object.entries<Rule>(ofGroup).map(
      ([id, rule]) => `| \`${id}\` | ${rule.severity} | ${rule.title} | ${rule.breaks} |`,
    )
    const head = ['| rule | severity | what | what breaks for whom |', '| --- | --- | --- | --- |']
    return [`### ${title} (${rows.length})`, '', ...head, ...rows].join('\n')
  })
  const [before] = readFileSync(file, 'utf8').split('### ')
  await expect(`${before}${tables.join('\n\n')}\n`).toMatchFileSnapshot(file)
})
