import { registerHooks } from 'node:module'

/**
 * The generator runs on the TypeScript that it brings along. hey-api asks for a `typescript` beside itself, and installed in a project that can be another
 * one: TypeScript 7 has none of the functions that it calls.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === 'typescript' ? { ...context, parentURL: import.meta.url } : context),
})
