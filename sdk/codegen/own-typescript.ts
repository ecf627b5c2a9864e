import module from 'node:module'
import process from 'node:process'

// An older Node would end with an error of its own loader.
if (!('registerHooks' in module)) throw new Error(`generate needs Node 22.18 or newer, this is ${process.version}`)

/**
 * The generator runs on the TypeScript that it brings along. hey-api asks for a `typescript` beside itself, and installed in a project that can be another
 * one: TypeScript 7 has none of the functions that it calls.
 */
module.registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === 'typescript' ? { ...context, parentURL: import.meta.url } : context),
})
