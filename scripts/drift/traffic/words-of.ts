import { isPlainObject } from '@redocly/openapi-core'
import type { Description } from '../description/description.ts'
import { type At, isData as isDataOf, itemsOf, parts } from '../description/reading.ts'
import { Words } from './shown.ts'

/** Keywords whose content is data, not words of the description. */
const isData = (key: string) => key === 'example' || key === 'examples' || key === 'default'
const isProse = (key: string) => key === 'description' || key === 'summary'

/** Keywords whose keys are names: a field may be called `example`, a response `default`. */
const MAPS = new Set(['properties', 'responses'])

/** Returns the names, enum values and limits in descriptions; no examples, no prose. */
export function wordsOf(...descriptions: readonly Description[]): Words {
  const words = new Set<string>()
  for (const { reading, calls, bases } of descriptions) {
    for (const base of [...bases, ...calls.flatMap((call) => call.bases ?? [])]) words.add(base)
    // YAML aliases may refer to each other many times over.
    const seen = { map: new Set<unknown>(), schema: new Set<unknown>() }
    const walk = (at: At, isMap: boolean, isExtension = false): void => {
      if (typeof at.value === 'string' || typeof at.value === 'number') words.add(String(at.value))
      const known = seen[isMap ? 'map' : 'schema']
      if (typeof at.value !== 'object' || known.has(at.value)) return
      known.add(at.value)
      for (const item of itemsOf(at)) walk(item, false, isExtension)
      // The file that an extension refers to is not read.
      if (!isExtension && isPlainObject(at.value) && typeof at.value['$ref'] === 'string') {
        const target = reading.follow(at)
        const name = target.path.at(-1)
        if (name !== undefined) words.add(name)
        return walk(target, false)
      }
      for (const [key, part] of parts(at)) {
        words.add(key)
        if (!isMap && isData(key)) {
          if (key === 'examples') for (const [name] of parts(part)) words.add(name)
        } else if (isMap || !isProse(key))
          walk(part, !isMap && MAPS.has(key), isExtension || (key.startsWith('x-') && isDataOf(at, key)))
      }
    }
    walk(reading.root, false)
    for (const call of calls) {
      words.add(call.id)
      words.add(call.path)
      for (const status of call.answers.keys()) words.add(status)
      for (const part of call.path.split('/')) words.add(part)
    }
  }
  return new Words(words)
}
