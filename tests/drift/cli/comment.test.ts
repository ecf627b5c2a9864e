import { mkdtemp, readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { drift, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const TOKEN = 'glpat-Secret-1234'
const marker = '<!-- paket-drift: spec -->'
const api = (answer: string) =>
  `openapi: 3.1.0\ninfo: { title: Books, version: '2', contact: { name: Library } }\npaths: { /books: { get: { responses: { '200': { description: x, content: { application/json: { schema: { type: ${answer} } } } } } } } }\n`

interface Note {
  id: number
  body: string
  /** Who wrote it; the user of the token unless it says otherwise. */
  author?: number
}
const BOT = 41
const OTHER = 666
interface Asked {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}
/**
 * Simulates GitLab and GitHub: two comments per page, with a link to the next page. GitHub refuses `GET /user` to the
 * token of a run, and says by GraphQL which comments its user wrote; it lets that user change those of others too.
 */
const host = {
  notes: [] as Note[],
  asked: [] as Asked[],
  status: 200,
  /** The status of the response to an update of a comment. */
  updating: 200,
  /** Whether GraphQL answers with an error instead of data. */
  isMute: false,
}
const shownNote = ({ id, body, author = BOT }: Note) => ({ id, node_id: `IC_${id}`, body, author: { id: author } })
function graphql(body: string) {
  const { query, variables } = JSON.parse(body) as { query: string; variables: { ids: string[] } }
  if (host.isMute || !query.includes('viewerDidAuthor')) return { data: null, errors: [{ message: 'x' }] }
  const nodes = variables.ids.map((id) => {
    const { author = BOT } = host.notes.find((note) => `IC_${note.id}` === id)!
    return { id, viewerDidAuthor: author === BOT }
  })
  return { data: { nodes } }
}
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const url = new URL(request.url!, 'http://host')
    const { method = '', headers } = request
    const body = Buffer.concat(chunks).toString()
    host.asked.push({ method, path: url.pathname, headers, body })
    const status = method === 'PUT' || method === 'PATCH' ? host.updating : host.status
    response.statusCode = status
    if (status >= 400) return void response.end('<html>no</html>')
    if (url.pathname === '/graphql') return void response.end(JSON.stringify(graphql(body)))
    if (url.pathname === '/api/v4/user') return void response.end(JSON.stringify({ id: BOT, bot: true }))
    const sent = body === '' ? '' : (JSON.parse(body) as Note).body
    if (method === 'POST') host.notes.unshift({ id: host.notes.length + 1, body: sent })
    if (method === 'PUT' || method === 'PATCH')
      Object.assign(
        host.notes.find(({ id }) => url.pathname.endsWith(`/${id}`))!,
        { body: sent },
      )
    const page = Number(url.searchParams.get('page'))
    if (method === 'GET' && page * 2 < host.notes.length) response.setHeader('link', '<http://host/next>; rel="next"')
    return void response.end(
      JSON.stringify(method === 'GET' ? host.notes.slice(page * 2 - 2, page * 2).map(shownNote) : {}),
    )
  })
})
let origin: string
let places: { contract: string; same: string; other: string; broken: string }
beforeAll(async () => {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  places = {
    contract: await folder.file(api('string'), 'contract.yaml'),
    same: await folder.file(api('string'), 'same.yaml'),
    other: await folder.file(api('number'), 'other.yaml'),
    broken: await folder.file('name: <x>\n', 'broken.yaml'),
  }
})
afterAll(() => void server.close())
beforeEach(() => Object.assign(host, { notes: [], asked: [], status: 200, updating: 200, isMute: false }))

const gitlab = () => ({
  GITLAB_CI: 'true',
  CI_API_V4_URL: `${origin}/api/v4`,
  CI_PROJECT_ID: '7',
  CI_MERGE_REQUEST_IID: '12',
  CI_COMMIT_SHORT_SHA: '1a2b3c4d',
  CI_JOB_URL: 'https://gitlab.example/jobs/5',
  DRIFT_TOKEN: TOKEN,
})
const github = () => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_API_URL: origin,
  GITHUB_GRAPHQL_URL: `${origin}/graphql`,
  GITHUB_SERVER_URL: 'https://github.example',
  GITHUB_REPOSITORY: 'team/bff',
  GITHUB_REF: 'refs/pull/12/merge',
  GITHUB_RUN_ID: '5',
  GITHUB_TOKEN: TOKEN,
})
const check = (place: string, env: Record<string, string>, ...more: string[]) =>
  drift(['spec', place, '--contract', places.contract, '--comment', ...more], { cwd: folder.path, env })
const others = (count: number): Note[] =>
  Array.from({ length: count }, (_, at) => ({ id: 100 + at, body: at === 0 ? '' : `Looks good ${marker}` }))
const written = (name: string) => `The report is in a comment on ${name}.\n`
const writes = () => host.asked.filter(({ method, path }) => method !== 'GET' && path !== '/graphql')

describe.each([
  [
    'GitLab',
    gitlab,
    'PUT',
    '/api/v4/projects/7/merge_requests/12/notes',
    '/api/v4/projects/7/merge_requests/12/notes/',
    'private-token',
  ],
  [
    'GitHub',
    github,
    'PATCH',
    '/repos/team/bff/issues/12/comments',
    '/repos/team/bff/issues/comments/',
    'authorization',
  ],
] as const)('--comment in a pipeline of %s', (name, env, update, comments, one, header) => {
  it('posts the report, and prints it to the log too', async () => {
    const { code, out, err } = await check(places.other, env())
    expect({ code, err }).toEqual({ code: 1, err: written(name) })
    expect(out).toMatch(
      /Breaking: clients stop working \(1\)[^]*The contract is Books 2; ask Library for a change of it\./,
    )
    expect(writes()).toMatchObject([
      { method: 'POST', path: comments, headers: { [header]: expect.stringContaining(TOKEN) } },
    ])
    expect(host.notes[0]?.body).toMatch(/^<!-- paket-drift: spec -->\n## [^]*\| breaking \|[^]*\n\n.*\[log\]\(https:/i)
    for (const { path, body } of host.asked) expect(`${path}${body}${out}`).not.toContain(TOKEN)
  })
  it('updates the comment of the previous run, whatever page it is on', async () => {
    host.notes = [...others(5), { id: 7, body: `${marker}\nold` }]
    expect(await check(places.same, env())).toMatchObject({ code: 0, err: written(name) })
    expect(writes()).toMatchObject([{ method: update, path: `${one}7` }])
    expect(host.notes.at(-1)?.body).toMatch(/\*\*No drift\.\*\*/)
  })
  it('leaves a comment of another user with the same beginning, and finds its own again', async () => {
    const foreign = [
      { id: 7, body: `${marker}\n**No drift.**`, author: OTHER },
      { id: 8, body: `${marker}\nx`, author: OTHER },
      { id: 9, body: `${marker}\ny`, author: OTHER },
    ]
    host.notes = [...foreign]
    expect(await check(places.other, env())).toMatchObject({ code: 1, err: written(name) })
    expect(writes().map(({ method }) => method)).toEqual(['POST'])
    const [own] = host.notes
    // An attacker may also be on the first pages.
    host.notes = [...foreign, own!]
    host.asked = []
    expect(await check(places.same, env())).toMatchObject({ code: 0, err: written(name) })
    expect(writes()).toMatchObject([{ method: update, path: `${one}${own!.id}` }])
    expect(host.notes.map(({ body }) => body)).toEqual([
      ...foreign.map(({ body }) => body),
      expect.stringContaining('**No drift.**'),
    ])
  })
  it('posts a new one when its own was just deleted', async () => {
    host.notes = [{ id: 7, body: marker }]
    host.updating = 404
    expect(await check(places.same, env())).toMatchObject({ code: 0, err: written(name) })
    expect(writes().map(({ method }) => method)).toEqual([update, 'POST'])
  })
  it('replaces an earlier result by the message that it could not check', async () => {
    host.notes = [{ id: 7, body: `${marker}\nold` }]
    expect(await check(places.broken, env())).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^Could not check: broken/),
    })
    expect(host.notes[0]?.body).toMatch(
      /^<!-- paket-drift: spec -->\n## The drift check could not run\n\nCould not check: `broken\.yaml` is no OpenAPI description/,
    )
  })
  it('contains as many whole findings as fit, and the number of those left out', async () => {
    const many = (type: string) => ({
      openapi: '3.1.0',
      info: { title: 'Books', version: '1' },
      paths: Object.fromEntries(
        Array.from({ length: 50 }, (_, nth) => {
          const content = { 'application/json': { schema: { type } } }
          const operationId = `${'call'.repeat(200)}${nth}`
          return [`/${nth}`, { get: { operationId, responses: { 200: { description: 'x', content } } } }]
        }),
      ),
    })
    const [contract, service] = [await folder.file(many('string')), await folder.file(many('number'))]
    const { err } = await drift(['spec', service, '--contract', contract, '--comment'], { env: env() })
    expect(err).toBe(written(name))
    const { body } = host.notes[0]!
    const rows = body.match(/^\| breaking \|.*`[\w-]+\.[0-9a-f]{8}` \|$/gm)?.length ?? 0
    expect(body.length).toBeLessThan(65_536)
    expect({ rows, body }).toEqual({
      rows: expect.toSatisfy((count: number) => count > 0 && count < 50),
      body: expect.stringMatching(
        `\n\nNot shown here: ${50 - rows} breaking\\. All are in the report of \`--format json\`\\.\n`,
      ),
    })
    expect(body).toMatch(/The contract is Books 1[^]*\[log\]\(https:/i)
  })
  it('does not write the message of an unexpected error into the log or the comment, because it may quote the traffic', async () => {
    const input = new Readable({ read: () => void input.destroy(new Error('anna@mail.example')) })
    const { code, err } = await drift(['traffic', '-', '--contract', places.contract, '--comment'], {
      env: env(),
      input,
    })
    const says = 'Could not check: an unexpected error: send the owners of the contract its lines in the log'
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(new RegExp(`^${says}\\nError\\n    at [^\\n]*comment\\.test\\.ts:\\d+:\\d+\\)?\\n`)),
    })
    expect(host.notes[0]?.body).toContain(`## The drift check could not run\n\n${says}\n`)
    expect(`${err}${host.notes[0]?.body}`).not.toContain('anna')
  })
  it.each([
    [401, 'refused the token (401): it has expired or is not the whole token'],
    [403, 'refused the token (403): '],
    [404, 'refused the token (404): it does not belong to this project'],
    [500, 'answered with 500'],
  ])('says in one line that it was answered with %i, and ends as without', async (status, says) => {
    host.status = status
    const { code, out, err } = await check(places.other, env())
    expect({ code, lines: err.split('\n') }).toEqual({
      code: 1,
      lines: [expect.stringContaining(`No comment: ${name} ${says}`), ''],
    })
    expect(out + err).not.toContain(TOKEN)
  })
  it('names the empty variable, and what to do', async () => {
    const { code, err } = await check(places.same, { ...env(), DRIFT_TOKEN: '', GITHUB_TOKEN: '' })
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^No comment: the variable (DRIFT|GITHUB)_TOKEN is empty\. \S[^\n]*\n$/),
    })
    expect(host.asked).toEqual([])
  })
  it('does not show a token that cannot be sent in a header', async () => {
    const { err } = await check(places.same, { ...env(), DRIFT_TOKEN: `${TOKEN}\nx`, GITHUB_TOKEN: `${TOKEN}\nx` })
    expect(err).toMatch(/^No comment: (DRIFT|GITHUB)_TOKEN has spaces or letters/)
    expect(err).not.toContain(TOKEN)
  })
  it('reports that the host cannot be reached', async () => {
    const nowhere = { ...env(), CI_API_V4_URL: 'http://127.0.0.1:9', GITHUB_API_URL: 'http://127.0.0.1:9' }
    expect(await check(places.same, nowhere)).toMatchObject({
      code: 0,
      err: expect.stringMatching(`^No comment: ${name} cannot be reached \\(\\S`),
    })
  })
})

describe('--comment', () => {
  it('is not posted outside of a merge request or pull request', async () => {
    expect((await check(places.same, {})).err).toMatch(/^No comment: this is no pipeline of GitLab or GitHub\n$/)
    expect((await check(places.same, { ...gitlab(), CI_MERGE_REQUEST_IID: '' })).err).toMatch(/is of no merge request/)
    expect((await check(places.same, { ...github(), GITHUB_REF: 'refs/heads/main' })).err).toMatch(
      /is of no pull request/,
    )
  })
  it('is not written when GitHub does not say who wrote the comments', async () => {
    host.notes = [{ id: 7, body: marker }]
    host.isMute = true
    const { code, err } = await check(places.other, github())
    expect({ code, err }).toEqual({ code: 1, err: 'No comment: GitHub does not say who wrote the comments\n' })
    expect(writes()).toEqual([])
  })
  it('shows a hostile text of a description or of an error as it is, without an effect', async () => {
    const hostile = '@org/team [x](https://evil.example) #1'
    const file = await folder.file(`name: <x>\n`, 'broken.yaml')
    expect(await check(`${file}${hostile}`, github())).toMatchObject({ code: 2 })
    expect(host.notes[0]?.body).toMatch(/`[^`\n]*@org\/team` `\[x\]\(https:\/evil\.example\)` `#1`/)
  })
  it('is also on GitHub’s page of the run, because a fork may not comment', async () => {
    host.status = 403
    const file = join(await mkdtemp(join(folder.path, 'run-')), 'summary.md')
    await check(places.other, { ...github(), GITHUB_STEP_SUMMARY: file })
    expect(await readFile(file, 'utf8')).toMatch(/^<!-- paket-drift: spec -->\n## /)
  })
})
