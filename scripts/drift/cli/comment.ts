import { appendFile } from 'node:fs/promises'
import { messageOf, PATIENCE_MS, whyUnanswered } from '../report/cannot-check.ts'
import { commentMarker } from '../report/formats.ts'
import type { Io } from './io.ts'

/** The comments of a merge request or a pull request. */
interface Thread {
  host: 'GitLab' | 'GitHub'
  /** The URL of the list, to read and to post. */
  comments: string
  one(id: number): string
  updates: 'PUT' | 'PATCH'
  headers: Record<string, string>
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
export async function comment(io: Io, check: string, report: string): Promise<void> {
  try {
    await summarize(io.env, report)
    const thread = threadOf(io.env)
    const body = `${report}\n\n${thread.of}`
    await write(thread, commentMarker(check), body)
    io.stderr.write(`The report is in a comment on ${thread.host}.\n`)
  } catch (error) {
    if (!(error instanceof NoComment)) throw error
    io.stderr.write(`No comment: ${error.message}\n`)
  }
}
/** Writes that the check could not run, so that an old result is not left there. */
export const commentFailure = (io: Io, check: string, why: string): Promise<void> =>
  comment(
    io,
    check,
    [
      commentMarker(check),
      '## The drift check could not run',
      '',
      why.replaceAll('<', '&lt;'),
      '',
      'Nothing is known of this change.',
    ].join('\n'),
  )

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
  const comments = `${env['CI_API_V4_URL']}/projects/${env['CI_PROJECT_ID']}/merge_requests/${number}/notes`
  return {
    host: 'GitLab',
    comments,
    one: (id) => `${comments}/${id}`,
    updates: 'PUT',
    headers: { 'private-token': token },
    of: `Commit ${env['CI_COMMIT_SHORT_SHA']}, [log](${env['CI_JOB_URL']})`,
  }
}
function github(env: Io['env']): Thread {
  const [, number] = /^refs\/pull\/(\d+)\//.exec(env['GITHUB_REF'] ?? '') ?? []
  if (number === undefined) throw new NoComment('this run is of no pull request')
  const token = tokenOf(env, 'GITHUB_TOKEN', "Give it to the step: env: { GITHUB_TOKEN: '${{ github.token }}' }")
  const issues = `${env['GITHUB_API_URL']}/repos/${env['GITHUB_REPOSITORY']}/issues`
  const run = `${env['GITHUB_SERVER_URL']}/${env['GITHUB_REPOSITORY']}/actions/runs/${env['GITHUB_RUN_ID']}`
  return {
    host: 'GitHub',
    comments: `${issues}/${number}/comments`,
    one: (id) => `${issues}/comments/${id}`,
    updates: 'PATCH',
    headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
    of: `[Log](${run})`,
  }
}
function tokenOf(env: Io['env'], name: string, advice: string): string {
  const token = env[name]
  if (!token) throw new NoComment(`the variable ${name} is empty. ${advice}.`)
  if (!/^[\x21-\x7e]+$/.test(token)) throw new NoComment(`${name} has spaces or letters that no header can carry`)
  return token
}
/** GitHub shows the summary on the page of the run; a fork's run has no permission to comment. */
async function summarize(env: Io['env'], report: string): Promise<void> {
  const file = env['GITHUB_STEP_SUMMARY']
  if (file)
    await appendFile(file, `${report}\n`).catch((error: unknown) => {
      throw new NoComment(`${file} cannot be written: ${messageOf(error)}`)
    })
}

async function write(thread: Thread, marker: string, body: string): Promise<void> {
  const known = await knownIn(thread, marker)
  if (known !== null) {
    const answer = await ask(thread, thread.one(known), thread.updates, body)
    if (answer.ok) return
    // The comment belongs to another user, such as an earlier token's, or was just deleted.
    if (answer.status !== 403 && answer.status !== 404) refuse(thread, answer)
  }
  const answer = await ask(thread, thread.comments, 'POST', body)
  if (!answer.ok) refuse(thread, answer)
}
async function knownIn(thread: Thread, marker: string): Promise<number | null> {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await ask(thread, `${thread.comments}?per_page=${PAGE}&page=${page}`, 'GET')
    if (!answer.ok) refuse(thread, answer)
    const all: unknown = await answer.json().catch(() => null)
    if (!Array.isArray(all)) throw new NoComment(`${thread.host} answered with something else than comments`)
    const found = (all as { id: number; body?: string | null }[]).find(({ body }) => body?.startsWith(marker))
    if (found) return found.id
    // GitLab may hide some comments, so the length of a page does not show whether it is the last.
    if (!/rel="?next"?/.test(answer.headers.get('link') ?? '')) return null
  }
  return null
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
async function ask(thread: Thread, address: string, method: string, body?: string): Promise<Response> {
  try {
    return await fetch(address, {
      method,
      headers: { ...thread.headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify({ body }) }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
  } catch (error) {
    throw new NoComment(`${thread.host} cannot be reached (${whyUnanswered(error)})`)
  }
}
