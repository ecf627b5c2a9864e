import { readFile, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import * as everyOperation from '@paket/sdk/operations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../scripts/processes.ts'
import { gzipSize } from '../../scripts/gzip-size.ts'
import { publishedManifest } from '../../scripts/pack.ts'
import { partnerProject, type Project } from './support.ts'

/** Budget of the download; raise it only with a reason. Of it: 5 kB for the README's costs and runtimes, and for unusual platforms; 25 kB for the entry points for openapi-fetch, OpenTelemetry and tests, most of it examples and their types; 5 kB for the runtime of other contracts; 67 kB for the failures, the contract and the changelog as pages; 4 kB for the README's switch over every failure, its table of calls and MSW. */
const BUDGET_BYTES = 199_000
const SLOW_MS = 300_000

let project: Project
let files: string[]
const read = (file: string) => readFile(project.path('node_modules/@paket/sdk', file), 'utf8')
beforeAll(async () => {
  project = await partnerProject()
  const entries = await readdir(project.path('node_modules/@paket/sdk'), { recursive: true, withFileTypes: true })
  const base = project.path('node_modules/@paket/sdk')
  files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(base, join(parentPath, name)))
}, SLOW_MS)
afterAll(() => project?.remove())

describe('the tarball', () => {
  it('passes publint', async () => {
    const bytes = await readFile(project.tarball.path)
    const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  it(
    'has types that are found by every resolution mode for ESM packages',
    async () => {
      const analysis = await checkPackage(createPackageFromTarballData(await readFile(project.tarball.path)))
      if (analysis.types === false) throw new Error('the package has no types')
      // ESM only: resolution from before `exports` finds just the first entry, and `require` in old Node is not supported.
      const isMeant = (problem: object) =>
        !('resolutionKind' in problem) ||
        (problem.resolutionKind !== 'node16-cjs' &&
          (problem.resolutionKind !== 'node10' || !('entrypoint' in problem) || problem.entrypoint === '.'))
      expect(analysis.problems.filter(isMeant)).toEqual([])
      expect(Object.keys(analysis.entrypoints)).toEqual([
        '.',
        './judge-answers',
        './openapi-fetch',
        './operations',
        './otel',
        './react-query',
        './runtime',
        './schemas',
        './testing',
      ])
    },
    SLOW_MS,
  )

  it('contains the build, the manifest, the README, the licence, the changelog and pages, and nothing else', () => {
    expect(files.filter((file) => !/^dist\/[\w./-]+\.(js|d\.ts)$/.test(file)).toSorted()).toEqual([
      'CHANGELOG.md',
      'COMPARED.md',
      'LICENSE',
      'README.md',
      'docs/assumed.html',
      'docs/errors.html',
      'docs/openapi.yaml',
      'package.json',
    ])
    expect(files.length).toBeGreaterThan(40)
  })

  it('contains no path of the machine that packed it, and no reference to a missing source', async () => {
    for (const file of files) {
      const text = await read(file)
      expect(text.includes(root), file).toBe(false)
      if (file.startsWith('dist/')) expect(text, file).not.toMatch(/['"][./]*(src|openapi|codegen)\//)
    }
  })

  it('has an anchor for each failure of each call in its catalogue, and no broken links', async () => {
    const text = await read('docs/errors.html')
    const places = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const { errorCatalogue, ...operations } = everyOperation
    const failures = Object.values(operations).flatMap(({ id, failures: listed, common }) =>
      [...listed.map(({ name }) => name), ...Object.values<readonly string[]>(common).flat()].map(
        (name) => `${id}.${name}`,
      ),
    )
    expect(failures.length).toBeGreaterThan(300)
    expect(failures.filter((failure) => !places.has(failure))).toEqual([])
    expect(errorCatalogue).toMatch(/\/errors\.html$/)
    const links = [...text.matchAll(/ href="([^"#]+)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !files.includes(`docs/${link}`))).toEqual([])
  })

  it('is within its budget', () => expect(project.tarball.bytes).toBeLessThanOrEqual(BUDGET_BYTES))

  it('can be published, needs nothing to run, and has optional peers only', async () => {
    const manifest = JSON.parse(await read('package.json')) as Record<string, unknown>
    const optional = { optional: true }
    expect(manifest).toMatchObject({ name: '@paket/sdk', type: 'module', sideEffects: false })
    expect(manifest).toMatchObject({
      license: 'SEE LICENSE IN LICENSE',
      repository: { type: 'git', directory: 'sdk' },
      publishConfig: { access: 'restricted', provenance: true },
    })
    expect(await read('LICENSE')).toContain('All rights reserved')
    expect(manifest).toMatchObject({
      peerDependenciesMeta: {
        '@opentelemetry/api': optional,
        '@tanstack/react-query': optional,
        'openapi-fetch': optional,
        valibot: optional,
      },
    })
    for (const field of ['private', 'dependencies', 'devDependencies', 'scripts'])
      expect(manifest).not.toHaveProperty(field)
  })

  it('has the sources’ docstrings in its types', async () => {
    expect(await read('dist/options.d.ts')).toContain('/** Timeout of a request with its answer, in milliseconds')
    expect(await read('dist/generated/operations.gen.d.ts')).toContain('The bundle is being connected already.')
  })
})

describe('its modules', () => {
  const specifiers = (text: string) =>
    [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"\s;]+)['"]/g)].map(([, specifier = '']) => specifier)
  const peers: Record<string, RegExp> = {
    '@tanstack/react-query': /^dist\/react-query\//,
    '@opentelemetry/api': /^dist\/otel\./,
    'openapi-fetch': /^dist\/openapi-fetch\./,
    valibot: /^dist\/(schemas|generated\/(valibot|answers)\.gen)\.(js|d\.ts)$/,
  }

  /** Returns imports that are neither a file of the package nor a peer dependency of that entry. */
  async function oddImports(names: RegExp): Promise<string[]> {
    const own = files.filter((file) => file.startsWith('dist/') && names.test(file))
    const imports = await Promise.all(
      own.map(async (file) => specifiers(await read(file)).map((specifier) => ({ file, specifier }))),
    )
    const isOdd = ({ file, specifier }: { file: string; specifier: string }) =>
      !/^\.\.?\/[\w./-]+\.js$/.test(specifier) && !peers[specifier]?.test(file)
    return [
      ...new Set(
        imports
          .flat()
          .filter(isOdd)
          .map(({ file, specifier }) => `${file}: ${specifier}`),
      ),
    ]
  }

  it('import each other by relative paths with .js, as a browser does without a bundler, and the peers', async () => {
    expect(await oddImports(/\.js$/)).toEqual([])
    expect(specifiers(await read('dist/client.js'))).toEqual([
      './call.js',
      './generated/operations.gen.js',
      './refresh.js',
    ])
  })

  it('have declarations that import only their own files and the peers', async () => {
    expect(await oddImports(/\.d\.ts$/)).toEqual([])
  })

  it('are tree-shaken like the sources', async () => {
    const entry = (from: string, operations: string) => `
      import { createClientOf } from '${from}'
      import { createOrder } from '${operations}'
      export const paket = createClientOf({ createOrder }, { baseUrl: '/bff/api', auth: { getToken: () => null } })`
    const built = (file: string) => project.path('node_modules/@paket/sdk/dist', file)
    const packed = await gzipSize(entry(built('index.js'), built('operations.js')))
    expect(packed).toBeLessThanOrEqual((await gzipSize(entry('@paket/sdk', '@paket/sdk/operations'))) + 50)
  })
})

describe('the published manifest', () => {
  it('has types and code for each entry point, and rejects one without a source', () => {
    const manifest = { version: '1.0.0', private: true, exports: { '.': './src/a/index.ts' } }
    expect(publishedManifest(manifest)).toEqual({
      version: '1.0.0',
      main: './dist/a/index.js',
      exports: { '.': { types: './dist/a/index.d.ts', default: './dist/a/index.js' } },
    })
    expect(() => publishedManifest({ ...manifest, exports: { '.': './lib/a.js' } })).toThrow('./lib/a.js')
  })
})
