import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { root } from '../contract/contract.ts'

const file = join(root, 'tests/types/partner.ts')
const source = `import type { Client } from '@paket/sdk'
export async function program(paket: Client, signal: AbortSignal, empty: Record<string, never>) {
  await paket.createOrder({ source: 'web', bundleId: '', usingMainCard: true }, { signal })
  await paket.getClientData()
  await paket.getClientData(empty)
  await paket.getClientData({}, { signal })
  await paket.getClientData({ signal })
  await paket.getClientData({ timeoutMs: 5 })
  await paket.getClientData({ optionId: '' })
}
`
/** The information that an editor with TypeScript 5 shows for a partner's program. */
function editor() {
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
  }
  const read = (name: string) => (name === file ? source : ts.sys.readFile(name))
  return ts.createLanguageService({
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: read,
    directoryExists: (name) => ts.sys.directoryExists(name),
    getDirectories: (name) => ts.sys.getDirectories(name),
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = read(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getCurrentDirectory: () => root,
  })
}

it('an editor shows what a call does and how it fails, and says where its options belong', () => {
  const service = editor()
  const shown = service.getQuickInfoAtPosition(file, source.indexOf('createOrder'))
  const documentation = ts.displayPartsToString(shown?.documentation)
  expect(documentation).toContain('Creates an order for a bundle')
  expect(documentation).toContain('- `alreadyConnecting` (code 2004): The bundle is being connected already.')
  expect(documentation).toMatch(/- as every call: `unauthorized`, .*`timeOut`\.$/)
  const errors = service.getSemanticDiagnostics(file).map(({ start = 0, messageText }) => ({
    line: source.slice(0, start).split('\n').length,
    says: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }))
  expect(errors).toEqual([
    {
      line: 7,
      says: `Type 'AbortSignal' is not assignable to type '"Options are the second argument: ({}, { signal })"'.`,
    },
    {
      line: 8,
      says: `Type 'number' is not assignable to type '"Options are the second argument: ({}, { timeoutMs })"'.`,
    },
    {
      line: 9,
      says: "Object literal may only specify known properties, and 'optionId' does not exist in type 'NoBody'.",
    },
  ])
}, 60_000)
