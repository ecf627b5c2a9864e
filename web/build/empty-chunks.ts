import type { Plugin } from 'vite'

/** What Vite's helper returns for each `import()` of the app, and how its failure becomes a `vite:preloadError`. */
const imported = 'baseModule().catch('
/** An empty file is a module without exports: the import succeeds, and all that is taken from it is undefined. */
const whole = `baseModule().then((module) => {
  if (Object.values(module).every((value) => value === undefined)) throw new TypeError("empty")
  return module
}).catch(`

/** Makes an `import()` of an empty file fail, as that of a cut one does, so that the page handles both alike. */
export const emptyChunksFail: Plugin = {
  name: 'empty-chunks-fail',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler(code) {
      if (!code.includes(imported)) throw new Error(`Vite's helper for import() has no ${imported}…) any more`)
      return { code: code.replace(imported, () => whole), map: null }
    },
  },
}
