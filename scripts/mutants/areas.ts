import { globSync } from 'node:fs'
import { root } from '../processes.ts'

/** The files to mutate, and the tests that must kill the mutants: those of the same folder, not those of pages that use it. */
export interface Area {
  mutate: readonly string[]
  /** Fast ones first, because the first failure ends a mutant. The test with the mutated file's name runs before them. */
  tests: readonly string[]
}

export const areas = {
  domain: { mutate: ['web/src/domain/**/*.ts'], tests: ['tests/web/domain/**/*.test.{ts,tsx}'] },
  flows: {
    mutate: [
      'web/src/features/**/*-flow.ts',
      ...['flow', 'recover', 'end'].map((folder) => `web/src/features/purchase/${folder}/*.ts`),
      'web/src/flow/*.ts',
      'web/src/checkout/{one-tab,purchases}.ts',
    ],
    tests: ['tests/web/{checkout,features,flow}/**/*.test.{ts,tsx}'],
  },
  // Excludes tests that mutants cannot fail (measuring, generating), and the matrix: 700 cases of what failures.test.ts checks once.
  sdk: {
    mutate: ['sdk/src/**/*.ts', '!sdk/src/generated/**'],
    tests: ['tests/sdk/!(compared|generate|matrix|size).test.ts'],
  },
  // Excludes the comparison with oasdiff, which does not know our rules.
  drift: {
    mutate: ['scripts/drift/compare/**/*.ts', 'scripts/drift/rules/**/*.ts'],
    tests: [
      'tests/drift/report/*.test.ts',
      'tests/drift/compare/!(catalogue|library|oasdiff).test.ts',
      'tests/drift/compare/library.test.ts',
      'tests/drift/compare/catalogue.test.ts',
      'tests/drift/cli/{spec,changes}.test.ts',
    ],
  },
} satisfies Record<string, Area>

export type AreaName = keyof typeof areas
export const areaNames = Object.keys(areas) as AreaName[]
export const isAreaName = (name: string | undefined): name is AreaName =>
  name !== undefined && Object.hasOwn(areas, name)

/** Splits a comma-separated list of globs and expands braces, because Stryker splits at commas inside braces too. */
export function globsOf(text: string): string[] {
  const [braces, choices] = /\{([^{}]*)\}/.exec(text) ?? []
  if (braces === undefined || choices === undefined) return text.split(',')
  return [...new Set(choices.split(',').flatMap((choice) => globsOf(text.replace(braces, () => choice))))]
}

/** Returns the globs that Stryker gets: the area's, or only those given. Throws when one of them, or one of the tests, matches no file. */
export function globsToMutate({ mutate, tests }: Area, only?: string): string[] {
  const globs = (only === undefined ? mutate : [only]).flatMap(globsOf)
  const filesOf = (glob: string) => globSync(glob.replaceAll(/^!|:\d[\d:-]*$/g, ''), { cwd: root })
  const empty = [...globs, ...tests].filter((glob) => filesOf(glob).length === 0)
  if (empty.length > 0) throw new Error(`No file matches ${empty.join(', ')}.`)
  return globs
}
