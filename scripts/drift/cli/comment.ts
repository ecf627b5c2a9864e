import { appendFile } from 'node:fs/promises'
import { messageOf, PATIENCE_MS, whyUnanswered } from '../report/cannot-check.ts'
import { commentMarker, failureMarkdown } from '../report/writers/markdown.ts'
import type { Markup } from '../report/writers/markup.ts'
import type { Io } from './io.ts'

/** A comment: `node_id` at GitHub, `author` at GitLab. */
interface Comment {
  id: number
  body?: string | null
  node_id?: string
  author?: { id?: number }
}
/** The comments of a merge request or a pull request. */
interface Thread {
  host: 'GitLab' | 'GitHub'
  /** The URL of the list, to read and to post. */
  comments: string
  one(id: number): string
  updates: 'PUT' | 'PATCH'
  headers: Record<string, string>
  /** Returns which of some comments the user of the token wrote: anyone can write our marker. */
  own(some: readonly Comment[]): Promise<Comment[]>
  /** A line with the commit and the log of the job. */
  of: string
}
/** Why there is no comment, for a person; never contains the token. */
class NoComment extends Error {}

const PAGE = 100
/** Limit of comments that are searched, in pages. */
const MOST_PAGES = 50

/**
 * Writes a report into the comment of the last run, or into a new one. A failure is printed, and does not change the
 * exit code.
 */
export async function comment(io: Io, check: string, report: Markup<'markdown'>): Promise<void> {
  try {
    await summarize(io.env, report)
    const thread = threadOf(io.env)
    const body = `${report.markup}\n\n${thread.of}`
    await write(thread, commentMarker(check), body)
    io.stderr.write(`The report is in a comment on ${thread.host}.\n`)
  } catch (error) {
    if (!(error instanceof NoComment)) throw error
    io.stderr.write(`No comment: ${error.message}\n`)
  }
}
/** Writes that the check could not run, so that an old result is not left there. */
export const commentFailure = (io: Io, check: string, why: string): Promise<void> =>
  comment(io, check, failureMarkdown(check, why))

function threadOf(env: Io['env']): Thread {
  if (env['GITLAB_CI'] !== undefined) return gitlab(env)
  if (env['GITHUB_ACTIONS'] !== undefined) return github(env)
  throw new NoComment('this is no pipeline of GitLab or GitHub')
}
function gitlab(env: Io['env']): Thread {
  const number = env['CI_MERGE_REQUEST_IID']
  if (!number) throw new NoComment('this pipeline is of no merge request')
  const token = tokenOf(
    env,
    'DRIFT_TOKEN',
    'Make a project access token (role Reporter, scope api) and add it as a CI/CD variable, masked and not protected. Pipelines of forks do not get it',
  )
  const api = env['CI_API_V4_URL']
  const comments = `${api}/projects/${env['CI_PROJECT_ID']}/merge_requests/${number}/notes`
  const thread: Thread = {
    host: 'GitLab',
    comments,
    one: (id) => `${comments}/${id}`,
    updates: 'PUT',
    headers: { 'private-token': token },
    async own(some) {
      const user = (await json(thread, await ask(thread, `${api}/user`, 'GET'))) as { id?: unknown } | null
      return some.filter(({ author }) => typeof user?.id === 'number' && author?.id === user.id)
    },
    of: `Commit ${env['CI_COMMIT_SHORT_SHA']}, [log](${env['CI_JOB_URL']})`,
  }
  return thread
}
function github(env: Io['env']): Thread {
  const [, number] = /^refs\/pull\/(\d+)\//.exec(env['GITHUB_REF'] ?? '') ?? []
  if (number === undefined) throw new NoComment('this run is of no pull request')
  const token = tokenOf(env, 'GITHUB_TOKEN', "Give it to the step: env: { GITHUB_TOKEN: '${{ github.token }}' }")
  const issues = `${env['GITHUB_API_URL']}/repos/${env['GITHUB_REPOSITORY']}/issues`
  const run = `${env['GITHUB_SERVER_URL']}/${env['GITHUB_REPOSITORY']}/actions/runs/${env['GITHUB_RUN_ID']}`
  const thread: Thread = {
    host: 'GitHub',
    comments: `${issues}/${number}/comments`,
    one: (id) => `${issues}/comments/${id}`,
    updates: 'PATCH',
    headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
    // The token of a run belongs to an app: `GET /user` refuses it, GraphQL knows whom it is.
    async own(some) {
      const ids = some.flatMap(({ node_id }) => node_id ?? [])
      const answer = await ask(thread, `${env['GITHUB_GRAPHQL_URL']}`, 'POST', {
        query: DID_AUTHOR,
        variables: { ids },
      })
      const { data } = ((await json(thread, answer)) ?? {}) as { data?: { nodes?: (Authored | null)[] } | null }
      if (!Array.isArray(data?.nodes)) throw new NoComment(`${thread.host} does not say who wrote the comments`)
      const own = new Set(data.nodes.flatMap((node) => (node?.viewerDidAuthor === true ? [node.id] : [])))
      return some.filter(({ node_id }) => own.has(node_id))
    },
    of: `[Log](${run})`,
  }
  return thread
}
interface Authored {
  id?: string
  viewerDidAuthor?: boolean
}
const DID_AUTHOR = 'query($ids: [ID!]!) { nodes(ids: $ids) { ... on IssueComment { id viewerDidAuthor } } }'

function tokenOf(env: Io['env'], name: string, advice: string): string {
  const token = env[name]
  if (!token) throw new NoComment(`the variable ${name} is empty. ${advice}.`)
  if (!/^[\x21-\x7e]+$/.test(token)) throw new NoComment(`${name} has spaces or letters that no header can carry`)
  return token
}
/** GitHub shows the summary on the page of the run; a fork's run has no permission to comment. */
async function summarize(env: Io['env'], report: Markup<'markdown'>): Promise<void> {
  const file = env['GITHUB_STEP_SUMMARY']
  if (file)
    await appendFile(file, `${report.markup}\n`).catch((error: unknown) => {
      throw new NoComment(`${file} cannot be written: ${messageOf(error)}`)
    })
}

async function write(thread: Thread, marker: string, body: string): Promise<void> {
  const known = await ownIn(thread, marker)
  if (known !== null) {
    const answer = await ask(thread, thread.one(known), thread.updates, { body })
    if (answer.ok) return
    // It was just deleted.
    if (answer.status !== 404) refuse(thread, answer)
  }
  const answer = await ask(thread, thread.comments, 'POST', { body })
  if (!answer.ok) refuse(thread, answer)
}
/** Returns the comment that an earlier run wrote; null when there is none. */
async function ownIn(thread: Thread, marker: string): Promise<number | null> {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await ask(thread, `${thread.comments}?per_page=${PAGE}&page=${page}`, 'GET')
    const all = await json(thread, answer)
    if (!Array.isArray(all)) throw new NoComment(`${thread.host} answered with something else than comments`)
    const marked = (all as Comment[]).filter((one) => one.body?.startsWith(marker))
    const [own] = marked.length > 0 ? await thread.own(marked) : []
    if (own) return own.id
    // GitLab may hide some comments, so the length of a page does not show whether it is the last.
    if (!/rel="?next"?/.test(answer.headers.get('link') ?? '')) return null
  }
  return null
}
/** Returns the JSON of an answer; null when it is none. */
async function json(thread: Thread, answer: Response): Promise<unknown> {
  if (!answer.ok) refuse(thread, answer)
  return answer.json().catch(() => null)
}
function refuse({ host }: Thread, { status }: Response): never {
  const why: Record<number, string> = {
    401: 'it has expired or is not the whole token',
    403:
      host === 'GitLab'
        ? 'it needs the role Reporter and the scope api'
        : 'the job needs permissions: { pull-requests: write }, and a pull request of a fork has no token that may write',
    404: 'it does not belong to this project',
  }
  throw new NoComment(
    why[status] === undefined
      ? `${host} answered with ${status}`
      : `${host} refused the token (${status}): ${why[status]}`,
  )
}
async function ask(thread: Thread, address: string, method: string, body?: object): Promise<Response> {
  try {
    return await fetch(address, {
      method,
      headers: { ...thread.headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
  } catch (error) {
    throw new NoComment(`${thread.host} cannot be reached (${whyUnanswered(error)})`)
  }
}
