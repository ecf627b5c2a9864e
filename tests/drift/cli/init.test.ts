import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { contractFile, drift, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const what = ['--package', 'https://files.example/paket-drift-0.1.0.tgz']
const emptyFolder = () => mkdtemp(join(folder.path, 'init-'))

describe('drift init', () => {
  it.each([
    [
      'github',
      '.github/workflows/drift.yml',
      (all: Record<string, never>) => all['jobs']!['drift']['steps']['2']['run'],
    ],
    ['gitlab', '.gitlab-ci.drift.yml', (all: Record<string, never>) => all['drift']!['script']['0']],
  ] as const)('writes a pipeline for %s that checks the description', async (host, file, commandOf) => {
    const cwd = await emptyFolder()
    expect(await drift(['init', 'api/openapi.yaml', '--for', host, ...what], { cwd })).toMatchObject({
      code: 0,
      out: `${file} is written: it checks api/openapi.yaml.\n`,
    })
    const text = await readFile(join(cwd, file), 'utf8')
    expect(commandOf(parse(text) as Record<string, never>)).toBe(
      'npx --yes --package https://files.example/paket-drift-0.1.0.tgz paket-drift spec api/openapi.yaml --format markdown --output drift.md',
    )
    // A second run finds the comment of the first by the line that every report begins with.
    const marker = /startsWith\("([^"]+)"\)|startswith\("([^"]+)"\)/.exec(text)
    const report = (await drift(['spec', contractFile, '--format', 'markdown'])).out
    expect(report.split('\n')[0]).toBe(marker?.[1] ?? marker?.[2])
    expect(await drift(['init', '--for', host, ...what], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${file} is there already`),
    })
  })
  it.each(['github', 'gitlab'])('asks in the pipeline of %s which consumers break', async (host) => {
    const cwd = await emptyFolder()
    const asked = ['init', 'api.yaml', '--for', host, '--consumers', 'consumers/*.json', '--print', ...what]
    const { code, out } = await drift(asked, { cwd })
    expect([code, parse(out)]).toEqual([0, expect.anything()])
    const [, command = ''] = /paket-drift (.*)$/m.exec(out) ?? []
    expect(command).toBe('spec api.yaml --consumers consumers/*.json --format markdown --output drift.md')
    // The command is run as a shell gives it: the pattern becomes files.
    const manifest = await folder.file({ drift: 'consumer', name: 'T2' }, `${host}.json`)
    const args = command.replace('api.yaml', contractFile).replace('consumers/*.json', `${manifest} ${manifest}`)
    expect(await drift(args.split(' '), { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${manifest} is no manifest of a consumer`),
    })
  })
  it('prints it when that is asked for', async () => {
    const cwd = await emptyFolder()
    const { code, out } = await drift(['init', '--print', ...what], { cwd })
    expect([code, (parse(out) as { name: string }).name]).toEqual([0, 'drift'])
  })
  it.each<[string[], RegExp]>([
    [[], /--package is needed/],
    [['a.yaml', 'b.yaml', ...what], /One description is needed/],
    [['--for', 'svn', ...what], /--for is one of github, gitlab, not svn/],
    [['a.yaml; rm -rf x', ...what], /cannot stand in a pipeline/],
    [['--consumers', '$(id)', ...what], /--consumers is one file or a pattern/],
    [['--consumers', '--output=x', ...what], /--consumers/],
    [['--nonsense'], /Unknown option/],
  ])('%j is refused', async (args, message) => {
    expect(await drift(['init', ...args], { cwd: await emptyFolder() })).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(message),
    })
  })
})
