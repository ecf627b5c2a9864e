import { appendFile } from 'node:fs/promises'
import { messageOf, PATIENCE_MS, whyUnanswered } from '../report/cannot-check.ts'
import { commentMarker } from '../report/formats.ts'
import type { Io } from './io.ts'

/** The comments of the change that a pipeline is of. */
interface Thread {
  host: 'GitLab' | 'GitHub'
  /** All of them; a new one is posted there. */
  comments: string
  one(id: number): string
  updates: 'PUT' | 'PATCH'
  headers: Record<string, string>
  /** Which change was looked at, and where the log of the job is. */
  of: string
}
/** Why there is no comment: for a person, without the token. */
class NoComment extends Error {}

const PAGE = 100
/** More comments than that has no change that people talk about. */
const MOST_PAGES = 50
/** GitHub takes 65,536 characters, GitLab a million. */
const LONGEST = 65_000

/** Writes a report into the comment of the run before, or into a new one. That it cannot is said, and changes no exit code. */
export async function comment(io: Io, check: string, report: string): Promise<void> {
  try {
    await summarize(io.env, report)
    const thread = threadOf(io.env)
    const body = `${report.slice(0, LONGEST - thread.of.length)}\n\n${thread.of}`
    await write(thread, commentMarker(check), body)
    io.stderr.write(`The report is in a comment on ${thread.host}.\n`)
  } catch (error) {
    if (!(error instanceof NoComment)) throw error
    io.stderr.write(`No comment: ${error.message}\n`)
  }
}
/** The same when there is no report: what an earlier run has said holds no more. */
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
/** GitHub shows it on the page of the run, where a fork's run may not comment. */
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
    // It is another user's, such as of a token that was replaced, or someone has just deleted it.
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
    // GitLab leaves some out of a page, so that its length says nothing.
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
