import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { contractFile, drift, folderOfFile, root } from '../support.ts'

const run = promisify(execFile)
const folder = folderOfFile()
const what = ['--package', 'https://files.example/paket-drift-0.1.0.tgz']
/** Creates a folder with files. */
async function folderWith(files: Record<string, string> = {}): Promise<string> {
  const cwd = await mkdtemp(join(folder.path, 'init-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text)
  return cwd
}
/** Returns the lines that the pipeline's shell runs. */
const scriptOf = {
  github: (all: Record<string, never>) => all['jobs']!['drift']['steps']['2']['run'] as string,
  gitlab: (all: Record<string, never>) => (all['drift']!['script'] as string[]).join('\n'),
}
const hosts = [
  ['github', '.github/workflows/drift.yml'],
  ['gitlab', '.gitlab-ci.drift.yml'],
] as const

describe('drift init', () => {
  it('does not hang when the folder is a broken symbolic link', async () => {
    const cwd = await folderWith()
    await symlink('nowhere', join(cwd, '.github'))
    expect((await drift(['init', '--for', 'github', ...what], { cwd })).err).toMatch(
      /drift\.yml cannot be written: there is no such file/,
    )
  })
  it.each(hosts)('writes a pipeline for %s that checks the description', async (host, file) => {
    const cwd = await folderWith()
    expect(await drift(['init', 'api/openapi.yaml', '--for', host, ...what], { cwd })).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${file} is written: it checks api/openapi.yaml in each `),
    })
    const text = await readFile(join(cwd, file), 'utf8')
    expect(scriptOf[host](parse(text) as Record<string, never>)).toBe(
      'npx --yes https://files.example/paket-drift-0.1.0.tgz spec api/openapi.yaml --comment',
    )
    expect(await drift(['init', '--for', host, ...what], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${file} is there already`),
    })
  })
  it.each(hosts)(
    'writes a script for %s that runs in bash: it comments, and fails when the check fails',
    async (host, file) => {
      const cwd = await folderWith({ 'openapi.yaml': 'openapi: 3.0.0\ninfo: { title: x, version: "1" }\npaths: {}\n' })
      // Replaces npx, which would need a registry, by a script that runs the program of this repository.
      const program = `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${join(root, 'scripts/drift.ts')}" "$@"\n`
      await mkdir(join(cwd, 'bin'))
      await writeFile(join(cwd, 'bin/npx'), program)
      await chmod(join(cwd, 'bin/npx'), 0o755)
      await drift(['init', '--for', host, ...what], { cwd })
      const script = scriptOf[host](parse(await readFile(join(cwd, file), 'utf8')) as Record<string, never>)
      let posted = ''
      const server = createServer((request, response) => {
        request.on('data', (chunk: Buffer) => (posted += chunk.toString()))
        request.on('end', () => response.end('[]'))
      })
      await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const env = {
        PATH: [join(cwd, 'bin'), process.env['PATH']].join(delimiter),
        ...(host === 'gitlab'
          ? {
              GITLAB_CI: 'true',
              CI_API_V4_URL: origin,
              CI_PROJECT_ID: '7',
              CI_MERGE_REQUEST_IID: '1',
              DRIFT_TOKEN: 't',
            }
          : {
              GITHUB_ACTIONS: 'true',
              GITHUB_API_URL: origin,
              GITHUB_GRAPHQL_URL: `${origin}/graphql`,
              GITHUB_REPOSITORY: 'a/b',
              GITHUB_REF: 'refs/pull/1/merge',
              GITHUB_TOKEN: 't',
            }),
      }
      const runScript = (): Promise<{ code?: number; stdout: string; stderr: string }> =>
        run('bash', ['--norc', '-e', '-c', script], { cwd, env }).catch(
          (error: unknown) => error as { code: number; stdout: string; stderr: string },
        )
      expect(await runScript()).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/Breaking: clients stop working/),
        stderr: expect.stringMatching(/^The report is in a comment on Git(Lab|Hub)\.\n$/),
      })
      expect(posted).toContain('{"body":"<!-- paket-drift: spec -->')
      await writeFile(join(cwd, 'openapi.yaml'), 'x: 1\n')
      posted = ''
      expect(await runScript()).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^Could not check: openapi\.yaml/),
      })
      expect(posted).toContain('The drift check could not run')
      server.close()
    },
    60_000,
  )
  it.each(hosts)('writes a pipeline for %s that names the broken consumers', async (host) => {
    const cwd = await folderWith()
    const initArgs = ['init', 'api.yaml', '--for', host, '--consumers', 'consumers/*.json', '--print', ...what]
    const { code, out } = await drift(initArgs, { cwd })
    expect({ code, pipeline: parse(out) }).toEqual({ code: 0, pipeline: expect.anything() })
    const [, command = ''] = /tgz (spec .*)$/m.exec(out) ?? []
    expect(command).toBe('spec api.yaml --consumers consumers/*.json --comment')
    // A shell expands the pattern to files before it starts the command.
    const manifest = await folder.file({ drift: 'consumer', name: 'T2' }, `${host}.json`)
    const args = command.replace('api.yaml', contractFile).replace('consumers/*.json', `${manifest} ${manifest}`)
    expect(await drift(args.split(' '), { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${manifest} is no manifest of a consumer`),
    })
  })
  it('prints the remaining steps for GitLab: the include, the token, the files to commit', async () => {
    const cwd = await folderWith({
      'openapi.yaml': '',
      'paket-drift-1.2.3.tgz': '',
      '.gitlab-ci.yml': 'stages: [build]\n',
    })
    const { out } = await drift(['init'], { cwd })
    expect(out.split('\n').slice(1)).toEqual([
      'Next:',
      '  1. Add to .gitlab-ci.yml:  include: [{ local: .gitlab-ci.drift.yml }]',
      expect.stringMatching(/^ {2}2\. Make a project access token .*role Reporter, scope api/),
      expect.stringMatching(/^ {2}3\. Add it as the variable DRIFT_TOKEN .*masked, not protected/),
      '  4. Commit .gitlab-ci.drift.yml, .gitlab-ci.yml, openapi.yaml, ./paket-drift-1.2.3.tgz.',
      '',
    ])
    // GitLab rejects the whole pipeline if a job names an unknown stage.
    expect(parse(await readFile(join(cwd, '.gitlab-ci.drift.yml'), 'utf8'))).toMatchObject({
      drift: { stage: 'build', needs: [], script: ['npx --yes ./paket-drift-1.2.3.tgz spec openapi.yaml --comment'] },
    })
  })
  it('omits the include and the files when they exist', async () => {
    const cwd = await folderWith({ '.gitlab-ci.yml': 'include: [{ local: .gitlab-ci.drift.yml }]\n' })
    const { out } = await drift(['init', ...what], { cwd })
    expect(out).not.toContain('Add to .gitlab-ci.yml')
    expect(out).toMatch(
      /1\. openapi\.yaml is not here: the pipeline needs it at this place\.[^]*Commit \.gitlab-ci\.drift\.yml, openapi\.yaml\.\n$/,
    )
  })
  it('names the files that git ignores', async () => {
    const cwd = await folderWith({ 'openapi.yaml': '', 'paket-drift-1.2.3.tgz': '', '.gitignore': '*.tgz\n' })
    await run('git', ['init', '-q', cwd])
    const { out } = await drift(['init', '--for', 'github'], { cwd })
    expect(out).toContain(
      '1. ./paket-drift-1.2.3.tgz is ignored by git: take it out of .gitignore, the pipeline needs it.',
    )
    expect(out).not.toContain('openapi.yaml is ignored')
  })
  it.each([
    ['https://github.com/team/bff.git', '.github/workflows/drift.yml'],
    ['git@gitlab.team.example:bff.git', '.gitlab-ci.drift.yml'],
  ])('knows by the origin %s whose pipeline it is', async (origin, file) => {
    const cwd = await folderWith()
    await run('git', ['init', '-q', cwd])
    await run('git', ['-C', cwd, 'remote', 'add', 'origin', origin])
    expect((await drift(['init', ...what], { cwd })).out).toContain(`${file} is written`)
    await mkdir(join(cwd, 'api'))
    expect(await drift(['init', ...what], { cwd: join(cwd, 'api') })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/Run it in \S+: a pipeline starts in the root of the repository/),
    })
  })
  it.each(['tools/x.tgz', './tools/x.tgz', 'absolute'])(
    'writes paths from the root of the repository: %s',
    async (way) => {
      const cwd = await folderWith()
      const [tarball, api] = way === 'absolute' ? [join(cwd, 'tools/x.tgz'), join(cwd, 'api.yaml')] : [way, 'api.yaml']
      const { out } = await drift(['init', api, '--package', tarball, '--print', '--for', 'github'], { cwd })
      expect(out).toContain('npx --yes ./tools/x.tgz spec api.yaml --comment')
    },
  )
  it('prints the pipeline with --print', async () => {
    const cwd = await folderWith()
    const { code, out } = await drift(['init', '--print', '--for', 'github', ...what], { cwd })
    expect({ code, name: (parse(out) as { name: string }).name }).toEqual({ code: 0, name: 'drift' })
  })
  it.each<[string[], RegExp]>([
    [what, /Whose pipeline is it\? Say --for github or --for gitlab/],
    [['--for', 'gitlab'], /--package is needed: the tarball in the repository/],
    [['a.yaml', 'b.yaml', ...what], /One description is needed/],
    [['--for', 'svn', ...what], /--for is one of github, gitlab, not svn/],
    [['a.yaml; rm -rf x', '--for', 'gitlab', ...what], /cannot stand in a pipeline/],
    [['--for', 'gitlab', '--consumers', '$(id)', ...what], /--consumers is one file or a pattern/],
    [['--consumers', '--output=x', ...what], /--consumers/],
    [['--nonsense'], /Unknown option/],
    [['../a.yaml', '--for', 'gitlab', ...what], /\.\.\/a\.yaml is outside of the repository/],
    [['--for', 'gitlab', '--package', '/elsewhere/paket-drift-0.1.0.tgz'], /paket-drift-0\.1\.0\.tgz is outside of/],
  ])('%j is refused', async (args, message) => {
    expect(await drift(['init', ...args], { cwd: await folderWith() })).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(message),
    })
  })
})
