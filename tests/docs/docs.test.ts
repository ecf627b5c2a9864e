import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as operations from '@paket/sdk/operations'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { decisionsIn } from '../../scripts/docs/decisions.ts'
import { html } from '@paket/drift/html'
import { prose } from '../../scripts/docs/html.ts'
import { root } from '../../scripts/processes.ts'
import { callsOf, loadContract, type Contract } from '@paket/contract'
import { installed, namesInNotices, namesInSbom } from '#support/third-party.ts'
import { builtDocs, type Docs, markupOf, ownLinks, read, valuesOf } from './support.ts'

const SLOW_MS = 300_000
const { errorCatalogue, ...calls } = operations

let docs: Docs
let contract: Contract
const page = (name: string) => docs.pages.get(name) ?? ''
beforeAll(async () => {
  docs = await builtDocs()
  contract = await loadContract(join(root, 'openapi'))
}, SLOW_MS)
afterAll(() => docs?.remove())

/** Returns the text from the element with this id up to the next element of its kind. */
function wordsAt(text: string, id: string): string {
  const start = text.indexOf(`id="${id}"`)
  const part = start < 0 ? '' : text.slice(start, text.indexOf('</li>', start))
  return read(part.replace(/^[^>]*>/, '').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')
}

test('the licences of the tools whose scripts are in the pages are beside them', async () => {
  const notices = await docs.readText('LICENSES.txt')
  expect(namesInNotices(notices)).toEqual(
    ['@redocly/cli', 'lunr', 'typedoc'].map((name) => installed(`node_modules/${name}`)),
  )
  expect(namesInSbom(await docs.readText('sbom.cdx.json'))).toEqual(namesInNotices(notices))
  // Redocly's command contains Redoc itself.
  expect(page('contract.html')).toContain('redoc')
  expect(notices).toMatch(/redoc@\d/)
  expect(await docs.readText('reference/assets/main.js')).toContain('lunr')
})

describe('the error catalogue', () => {
  it('has an anchor for every failure of the SDK, equal to that in `failure.docs`', () => {
    const ids = valuesOf(page('errors.html'), 'id')
    const wanted = Object.values(calls).flatMap(({ id, failures, common }) =>
      [...failures.map(({ name }) => name), ...Object.values(common).flat()].map((name) => `${id}.${name}`),
    )
    expect(wanted.length).toBeGreaterThan(250)
    expect(wanted.filter((anchor) => !ids.includes(anchor))).toEqual([])
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    expect(new URL(errorCatalogue).pathname).toBe('/errors.html')
  })

  it('shows the codes, the outcome and the action for each failure', () => {
    const text = page('errors.html')
    const wrong: string[] = []
    for (const { id, failures, common } of Object.values(calls)) {
      const own = failures.map((failure) => ({ codes: [] as readonly number[], ...failure }))
      const ofEveryCall = Object.entries(common).flatMap(([outcome, names]: [string, readonly string[]]) =>
        names.map((name) => ({ name, outcome, codes: [] })),
      )
      const all = [...own, ...ofEveryCall]
      for (const { name, outcome, codes } of all) {
        const words = wordsAt(text, `${id}.${name}`)
        const say = contract['x-outcomes'][outcome]?.say.replace(/\s+/g, ' ') ?? 'nothing'
        const isThere = [name, outcome, say, ...codes.map(String)].every((word) => words.includes(word))
        if (!isThere) wrong.push(`${id}.${name}: ${words}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('has an anchor for every outcome', () => {
    const ids = valuesOf(page('errors.html'), 'id')
    const outcomes = Object.keys(contract['x-outcomes'])
    expect(outcomes.filter((outcome) => !ids.includes(`outcome.${outcome}`))).toEqual([])
  })
})

describe('the assumed parts', () => {
  it('lists every call that no backend has confirmed, and the text of the decisions that calls refer to', () => {
    const [assumed = '', documented = ''] = page('assumed.html').split('id="gaps-title"')
    const posts = Object.values(contract.paths).map(({ post }) => post)
    const idsOf = (kind: string) =>
      posts.filter((post) => post['x-provenance'].kind === kind).map(({ operationId }) => operationId)
    expect(idsOf('assumed').length).toBeGreaterThan(2)
    expect(idsOf('assumed').filter((id) => !assumed.includes(`id="${id}"`))).toEqual([])
    expect(idsOf('documented').filter((id) => assumed.includes(`id="${id}"`))).toEqual([])
    const decisions = posts.flatMap((post) => post['x-provenance'].decisions ?? [])
    expect(decisions.filter((id) => !documented.includes(`id="${id}"`))).toEqual([])
    expect(wordsAt(documented, 'D-10')).toContain('never pays twice')
  })

  it('parses decisions in both formats, without the list of requirement rows', () => {
    const text =
      '# Title\n\n### D-01 One\n\n**Open:** what.\n\n### OP-02 C Two\n- **Rows:** A-1\n- **Decision:** so.\n\n## More\n'
    expect(decisionsIn(text)).toEqual([
      { id: 'D-01', title: 'One', text: '**Open:** what.' },
      { id: 'OP-02', title: 'Two', text: '- **Decision:** so.' },
    ])
  })
})

describe('every page', () => {
  it('loads nothing from the network', () => {
    const loading =
      /<(script|link|img|iframe|source|video|audio|object|embed|use|image)\b[^>]*?\s(src|href|srcset|data|xlink:href)="\s*((?:https?:)?\/\/[^"]*)/g
    const fromStyles = /(?:url\(\s*['"]?|@import\s+['"])(?:https?:)?\/\/[^'")]*/g
    for (const [name, text] of docs.pages) {
      expect(
        [...markupOf(text).matchAll(loading)].map(([found]) => found),
        name,
      ).toEqual([])
      const styles = [...text.matchAll(/<style\b[^>]*>([^]*?)<\/style>/g)].map(([, style = '']) => style).join('\n')
      expect(styles.match(fromStyles), name).toBeNull()
    }
    for (const name of ['index.html', 'errors.html', 'assumed.html', 'contract.html'])
      expect(read(page(name)).includes(`http-equiv="Content-Security-Policy" content="default-src 'none';`), name).toBe(
        true,
      )
    expect(page('contract.html').includes('cdn.redoc.ly')).toBe(false)
  })

  it('has only links to existing anchors', () => {
    const placesOf = new Map([...docs.pages].map(([file, text]) => [file, new Set(valuesOf(text, 'id'))]))
    // The contract's page creates its anchors by script.
    const links = [...docs.pages].flatMap(([file, text]) => (file === 'contract.html' ? [] : ownLinks(file, text)))
    const isBroken = ({ to, place }: { to: string; place: string }) =>
      !docs.files.has(to) || (place !== '' && placesOf.get(to)?.has(place) === false)
    expect(links.length).toBeGreaterThan(1000)
    expect([...new Set(links.filter(isBroken).map(({ from, to, place }) => `${from}: ${to}#${place}`))]).toEqual([])
  })

  it('of the contract links to the other pages for each call', () => {
    const links = [...page('contract.html').matchAll(/\((errors|assumed|index)\.html(?:#([\w.]+))?\)/g)]
    const places = {
      errors: valuesOf(page('errors.html'), 'id'),
      assumed: valuesOf(page('assumed.html'), 'id'),
      index: [],
    }
    const broken = links.filter(
      ([, file, place]) => place !== undefined && !places[file as keyof typeof places].some((id) => id === place),
    )
    expect(broken.map(([link]) => link)).toEqual([])
    expect(links.length).toBeGreaterThan(Object.keys(calls).length)
    const inSdk = [...page('contract.html').matchAll(/\[(\w+)\]\((reference\/[^)]+)\)/g)]
    expect(new Set(inSdk.map(([, name]) => name))).toEqual(new Set(Object.keys(calls)))
    expect(inSdk.filter(([, , file = '']) => !docs.files.has(file)).map(([link]) => link)).toEqual([])
  })

  test.each(['index.html', 'errors.html', 'assumed.html'])('%s has a language, a title and keyboard access', (name) => {
    const text = markupOf(page(name))
    expect(text).toContain('<html lang="en">')
    expect(text.match(/<h1>/g)).toHaveLength(1)
    expect(text.match(/<title>[^<]+<\/title>/g)).toHaveLength(1)
    expect(text.match(/aria-current="page"/g)).toHaveLength(1)
    expect(text).toMatch(/<body>\s*<a class="skip" href="#content">/)
    expect(text).not.toMatch(/tabindex="[1-9]|onclick=|undefined|\[object/)
  })

  it('follows the device’s colour scheme, as the contract’s and the SDK’s pages do', () => {
    for (const name of ['index.html', 'errors.html', 'assumed.html', 'contract.html', 'reference/index.html'])
      expect(
        page(name).includes(name.startsWith('reference') ? '<option value="os">' : 'prefers-color-scheme: dark'),
        name,
      ).toBe(true)
  })

  it('of the SDK has the name of its import', async () => {
    const modules = [...docs.files].filter((file) => file.startsWith('reference/modules/'))
    const titles = modules.map((file) => /<h1>(.*?)<\/h1>/.exec(page(file))?.[1]?.replace(/<[^>]*>/g, '') ?? '')
    const { exports } = JSON.parse(await readFile(join(root, 'sdk/package.json'), 'utf8')) as { exports: object }
    const entries = Object.keys(exports).map((entry) => entry.replace(/^\./, '@paket/sdk'))
    // The `schemas` entry point exports the schemas as a namespace.
    const namespaces = ['Namespace answers']
    expect(new Set(titles)).toEqual(new Set([...entries.map((name) => `Module ${name}`), ...namespaces]))
    expect(page('reference/functions/_paket_sdk.createClient.html')).toContain(
      'A client with every call of the contract.',
    )
  })
})

it('no page of the SDK’s reference is over 700 kB', () => {
  const large = [...docs.pages].filter(([file, text]) => file.startsWith('reference/') && text.length > 700_000)
  expect(large.map(([file, text]) => `${file} ${text.length}`)).toEqual([])
})

describe('text in a page', () => {
  it('is escaped, except markup', () => {
    const text = '<b title="x">&\'</b>'
    expect(html`<p title="${text}">${[html`<i>${text}</i>`]}</p>`.markup).toBe(
      '<p title="&lt;b title=&quot;x&quot;&gt;&amp;&#39;&lt;/b&gt;"><i>&lt;b title=&quot;x&quot;&gt;&amp;&#39;&lt;/b&gt;</i></p>',
    )
    expect(prose('`<a>` and **b**').markup).toBe('<code>&lt;a&gt;</code> and <strong>b</strong>')
  })
})

it('the SDK’s README lists every call with its summary from the contract', async () => {
  const text = await readFile(join(root, 'sdk/README.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, call, what]) => ({ call, what }))
  expect(rows).toEqual(callsOf(contract).map(({ id, operation }) => ({ call: id, what: operation.summary })))
})

it('the SDK’s README has only links to existing headings, and needs no command of the repository', async () => {
  const text = await readFile(join(root, 'sdk/README.md'), 'utf8')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  // The README is read in the repository, in the tarball and in the docs: no relative path is right in all three.
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'))
  const isThere = (link: string) => link.startsWith('https:') || headings.includes(link.replace(/^#/, ''))
  expect(links.filter((link) => !isThere(link))).toEqual([])
  // A reader may have only the tarball.
  expect(text).not.toMatch(/`npm run [\w-]+`/)
})
