/** What is mutated, and the tests that have to notice: those beside it, not those of the pages above. */
export interface Area {
  mutate: readonly string[]
  /** In the order in which they run, after one of the file's own name: the first failure ends a mutant, so the quick ones come first. */
  tests: readonly string[]
}

export const areas = {
  domain: { mutate: ['web/src/domain/**/*.ts'], tests: ['tests/web/domain/**/*.test.{ts,tsx}'] },
  flows: {
    mutate: [
      'web/src/features/**/*-flow.ts',
      ...['flow', 'recover', 'end'].map((folder) => `web/src/features/purchase/${folder}/*.ts`),
    ],
    tests: ['tests/web/features/**/*.test.{ts,tsx}'],
  },
  // Not those that measure the SDK or generate it, which mutants do not change, and not the matrix: 700 cases of what failures.test.ts has once.
  sdk: {
    mutate: ['sdk/src/**/*.ts', '!sdk/src/generated/**'],
    tests: ['tests/sdk/!(compared|generate|matrix|size).test.ts'],
  },
  // Not the comparison with another program, which knows no rule of ours.
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

/** The globs of a comma-separated text, without braces: Stryker splits at every comma, also at one inside them. */
export function globsOf(text: string): string[] {
  const [braces, choices] = /\{([^{}]*)\}/.exec(text) ?? []
  if (braces === undefined || choices === undefined) return text.split(',')
  return [...new Set(choices.split(',').flatMap((choice) => globsOf(text.replace(braces, () => choice))))]
}
