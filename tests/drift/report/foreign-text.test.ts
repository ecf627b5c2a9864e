import { Window } from 'happy-dom'
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { formats } from '#drift/report/formats.ts'
import { failureMarkdown } from '#drift/report/writers/markdown.ts'
import { markdown, row } from '#drift/report/writers/markdown-text.ts'
import type { Part } from '../parcels.ts'
import { drift, folderOfFile } from '../support.ts'

const renderer = new MarkdownIt({ html: true, linkify: true })
const folder = folderOfFile()

/** What GitHub, GitLab, SARIF, JUnit and logs would act on. */
const hostile = [
  '@everyone',
  '@org/team',
  'a @someone, (@other) "@third"',
  '[click](https://evil.example)',
  '![picture](https://evil.example/x.png)',
  '[a][b] [b]: https://evil.example',
  '[b]: https://evil.example "x"',
  'https://evil.example/?q=1',
  'www.evil.example',
  'ftp://evil.example',
  'anna@mail.example',
  'mailto:anna@mail.example',
  '<https://evil.example>',
  '<anna@mail.example>',
  '#1',
  'fixes #2',
  'GH-3',
  'JIRA-4',
  '!5',
  'owner/repo#6',
  'owner/repo@1234567890abcdef',
  '8b3e27ab6e7a3c5d9c1f',
  'deadbeef',
  '1234567',
  '/close',
  '/merge now',
  '!merge',
  '~label ~"a label"',
  '%milestone %"1.0"',
  '$snippet $1',
  '&epic &1',
  '^alert#1 *iteration:1 [vulnerability:1] [contact:a@b.example]',
  ':tada: :+1:',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<!-- paket-drift: spec -->',
  '</details><h1>x</h1>',
  '&lt;b&gt; &#64;everyone &commat;everyone',
  '# heading',
  '## heading ##',
  'x --- === ***',
  '--- | ---',
  'a | b | c',
  String.raw`a\|b \\| c\\\|d`,
  '|',
  '*em* **strong** _em_ __strong__ ~~gone~~',
  '`code` ``more`` ```',
  '`a` @everyone `b',
  '`` @everyone ` #1',
  '` @everyone `',
  'x` @everyone `y',
  '```js alert(1) ```',
  '~~~ fence',
  '$x$ $$y$$ $`z`$',
  '[^1] [^1]: note',
  '```mermaid graph TD```',
  '> quote',
  '- item',
  '+ item',
  '* item',
  '1. item',
  '2) item',
  '- [ ] task',
  '[[_TOC_]] [TOC]',
  '{+ added +} [- gone -]',
  String.raw`\@everyone \[a](b) \#1`,
  'a\\',
  '    indented',
  '::error::forged',
  '::add-mask::x',
  'x%0A::error::forged',
  'x%0a,title=forged::y',
  '##[error]forged',
  'a ##[add-mask]x',
  '##vso[task.setvariable variable=a]b',
  '[[ATTACHMENT|/etc/passwd]]',
  ']](x) ](y)',
  '"><a href="https://evil.example">x</a>',
  ']]></system-out><testcase name="x"/>',
  '[evil](1) [a\\](b)',
]

/** A description whose every name has a hostile text in it; that of the service differs in all of them. */
function described(texts: readonly string[], isService: boolean): Part {
  const field = (name: string) => (isService ? `${name} changed` : name)
  const object = (text: string) => ({
    type: 'object',
    title: text,
    description: text,
    required: [field(text)],
    properties: {
      [field(text)]: { type: 'string', pattern: text, default: field(text), format: field(text) },
      [`x${text}y`]: { type: 'string', enum: isService ? [text, field(text)] : [text] },
    },
  })
  const media = (text: string) => ({
    'application/json': {
      schema: { $ref: `#/components/schemas/${encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))}` },
    },
    [field(`text/${text}`)]: { schema: { type: 'string' } },
  })
  const call = (text: string) => ({
    operationId: text,
    summary: text,
    description: text,
    parameters: [
      { name: field(text), in: 'query', required: true, schema: { enum: [field(text)] } },
      { name: `h${text}`, in: 'header', schema: { type: isService ? 'integer' : 'string' } },
    ],
    security: [{ [text]: [] }],
    requestBody: { content: media(text) },
    responses: {
      200: {
        description: text,
        headers: { [field(text)]: { schema: {} } },
        content: media(text),
        links: { [text]: {} },
      },
      [isService ? '404' : '403']: { description: text },
    },
  })
  const gone = (text: string) => ({ operationId: `${text} x`, responses: { 200: { description: text } } })
  return {
    openapi: '3.1.0',
    info: { title: texts[0], version: texts[1], contact: { name: texts[2] } },
    servers: [{ url: `https://api.example/${isService ? texts[0] : 'x'}` }],
    tags: texts.map((text) => ({ name: text, description: text })),
    paths: Object.fromEntries(
      texts.flatMap((text, nth) => [
        [`/same${nth}`, { post: call(text) }],
        [`/${isService ? 'now' : 'old'}/${text}`, { get: gone(text) }],
      ]),
    ),
    components: {
      schemas: Object.fromEntries(texts.map((text) => [text, object(text)])),
      securitySchemes: Object.fromEntries(
        texts.map((text) => [text, { type: 'apiKey', in: 'header', name: field(text) }]),
      ),
    },
  }
}
/** Returns the arguments of checks whose reports have hostile texts wherever foreign ones may be. */
async function checksOf(texts: readonly string[]): Promise<string[][]> {
  const contract = await folder.file(described(texts, false), 'contract.json')
  const service = await folder.file(described(texts, true), 'service.json')
  const uses = texts.map((text) => ({ at: text, does: text }))
  const by = (name: (text: string) => string) => Object.fromEntries(texts.map((text) => [name(text), uses]))
  const consumers = await folder.file(
    { consumer: texts[0], calls: by((text) => text), failures: {}, reads: by((text) => `${text}.*`), sends: {} },
    'consumer.json',
  )
  const more = ['--contract', contract, '--notes', '--coverage', '--fail-on', 'note']
  const exchanges = texts.flatMap((text, nth) => {
    const exchange = {
      method: 'POST',
      url: `https://api.example/x/same${nth}?${encodeURIComponent(text)}=${encodeURIComponent(text)}`,
      status: 200,
      requestBody: { [text]: text },
      responseHeaders: { 'content-type': 'application/json' },
      responseBody: { [text]: 1, [`${text} more`]: text },
      time: text,
    }
    return [exchange, { ...exchange, status: 418 }, { ...exchange, url: `https://api.example/x/${text}` }]
  })
  const recording = await folder.file(exchanges.map((one) => JSON.stringify(one)).join('\n'), 'day.ndjson')
  const { out } = await drift(['spec', service, '--format', 'json', ...more])
  const { findings } = JSON.parse(out) as { findings: { id: string }[] }
  const accepted = texts.map((text, nth) => ({ id: findings[nth]!.id, reason: text, until: '2999-01-01', owner: text }))
  const ignore = await folder.file(JSON.stringify(accepted), 'ignore.yaml')
  return [
    ['spec', service, ...more, '--ignore', ignore, '--consumers', consumers],
    ['changes', contract, service, ...more],
    ['traffic', recording, ...more, '--service', service],
  ]
}

/** What a renderer makes of Markdown: what it shows as text and as code, and everything else. */
interface Shown {
  texts: string[]
  codes: string[]
  blocks: string[]
  inlines: string[]
}
function rendered(text: string): Shown {
  const tokens = renderer.parse(text, {})
  const inside = tokens.flatMap(({ children }) => children ?? [])
  const contents = (type: string) => inside.filter((token) => token.type === type).map(({ content }) => content)
  const isOwnHtml = (content: string) =>
    /^(<!-- paket-drift: \w+ -->|<details><summary>[\w ,]+<\/summary>|<\/details>)\s*$/.test(content)
  return {
    texts: contents('text'),
    codes: contents('code_inline'),
    blocks: tokens
      .filter(({ type, content }) => !(type === 'html_block' && isOwnHtml(content)))
      .map(({ type, tag, level }) => `${type} ${tag} ${level}`),
    inlines: inside.map(({ type }) => type),
  }
}
const BLOCKS =
  /^(inline {2}[1-5]|(paragraph_(open|close) p|heading_(open|close) h[23]|(bullet_list_(open|close) ul)) [0-2]|list_item_(open|close) li 1|(table|thead|tbody|tr|th|td)_(open|close) \w+ [0-4])$/
/** What GitHub and GitLab look for in text after Markdown, and what no text of ours has. */
const LIVE = /[@#~%$&^*_[\]<>|\\`{}=+]|![\w(]|:\w|\w:\/\/|www\.|\b[A-Z]+-\d|\b[\da-f]{7,}\b|^\s*\//
function expectHarmless(text: string): void {
  const { texts, blocks, inlines } = rendered(text)
  expect(blocks.filter((one) => !BLOCKS.test(one))).toEqual([])
  expect(inlines.filter((one) => !/^(text|code_inline|softbreak|strong_(open|close))$/.test(one))).toEqual([])
  expect(inlines.filter((one) => one === 'strong_open').length).toBeLessThan(2)
  expect(texts.filter((one) => LIVE.test(one))).toEqual([])
  expect(text.split('\n').filter((line) => /^\s*[/:]/.test(line))).toEqual([])
  for (const line of text.split('\n').filter((one) => /^\| (breaking|risky)/.test(one)))
    expect(rendered(`| a | b | c | d | e |\n| --- | --- | --- | --- | --- |\n${line}`).codes.at(-1)).toMatch(
      /^[\w-]+\.[\da-f]{8}/,
    )
}
const letters = (text: string) => text.replaceAll(/[\s`]/g, '')

describe.each(hostile)('%s', (text) => {
  it('is shown whole in a sentence and in a table, and does nothing there', () => {
    for (const says of [text, `x ${text} y`, `\`${text}\` may be null: x.`, `${text}${text}`, `“${text}”.`]) {
      expectHarmless(markdown`- ${says}`.markup)
      expectHarmless(failureMarkdown('spec', says).markup)
      expectHarmless(`| a | b |\n| --- | --- |\n${row`| ${says} | ${says} |`.markup}`)
      const { blocks, inlines } = rendered(`| a | b |\n| --- | --- |\n${row`| ${says} | last |`.markup}`)
      expect(blocks.filter((one) => one.startsWith('td_open'))).toHaveLength(2)
      expect(inlines.at(-1)).toBe('text')
      const tokens = renderer.parse(markdown`${says}`.markup, {}).flatMap(({ children }) => children ?? [])
      expect(letters(tokens.map(({ content }) => content).join(''))).toBe(letters(says))
    }
  })
})
const TOGETHER = 8
const groups = Array.from({ length: Math.ceil(hostile.length / TOGETHER) }, (_, nth) =>
  hostile.slice(nth * TOGETHER, (nth + 1) * TOGETHER),
)
describe.each(groups)('%s and others', (...texts) => {
  it('do nothing in any format of a report, wherever they are', async () => {
    for (const check of await checksOf(texts)) {
      const reports = Object.fromEntries(
        await Promise.all(
          formats.map(async (format) => {
            const { code, out, err } = await drift([...check, '--format', format])
            expect({ code, err }).toEqual({ code: 1, err: '' })
            return [format, out] as const
          }),
        ),
      )
      const { findings } = JSON.parse(reports['json']!) as { findings: unknown[] }
      expect(findings.length).toBeGreaterThan(texts.length * (check[0] === 'traffic' ? 2 : 8))
      expectHarmless(reports['markdown']!)
      for (const name of ['text', 'github']) {
        const live = reports[name]!.split('\n').filter((line) => /##\w*\[/.test(line) || /^\s*::/.test(line))
        const own = /^::(error|warning|notice) (file=[^:,]*(,line=\d+)?,)?title=[\w-]+\.[\da-f]{8}::(?!.*%0A)/i
        expect(live.filter((line) => name === 'text' || !own.test(line))).toEqual([])
      }
      const { runs } = JSON.parse(reports['sarif']!) as { runs: { results: { message: { text: string } }[] }[] }
      expect(runs.flatMap(({ results }) => results).filter(({ message }) => message.text.includes(']('))).toEqual([])
      const { DOMParser } = new Window()
      const tests = new DOMParser().parseFromString(reports['junit']!, 'text/xml')
      expect(tests.querySelectorAll('testcase')).toHaveLength(findings.length)
      expect(reports['junit']).not.toContain('[[')
      const page = new DOMParser().parseFromString(reports['html']!, 'text/html')
      const known = 'html,head,meta,title,style,body,h1,h2,h3,p,strong,article,section,ul,li'
      expect([...page.querySelectorAll('*')].filter((element) => !element.matches(known)).map(String)).toEqual([])
    }
  })
})
