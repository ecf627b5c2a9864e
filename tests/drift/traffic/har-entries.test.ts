import { property, json as anyJson, nat, array, constantFrom } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EntryCutter } from '#drift/traffic/har-entries.ts'
import { holds } from '#support/property.ts'

/** Reads a text that arrives in chunks of these sizes. */
function cut(text: string, pieces: readonly number[], longest = 1_000_000) {
  const values: unknown[] = []
  const unreadable: number[] = []
  const cutter = new EntryCutter(
    { value: (value) => void values.push(value), unreadable: (number) => void unreadable.push(number) },
    longest,
  )
  let rest = Buffer.from(text)
  for (const size of pieces) {
    cutter.add(rest.subarray(0, size))
    rest = rest.subarray(size)
  }
  cutter.add(rest)
  return { values, unreadable, cutter }
}

describe('the items of a JSON list', () => {
  it('are those that JSON.parse finds, whatever they contain and wherever the chunks end', () => {
    const around = constantFrom(
      (items: unknown) => items,
      (items: unknown) => ({ log: { version: '"}]', pages: [{ entries: [1, [2]] }], entries: items, z: ['\\'] } }),
      (items: unknown) => ({
        entries: [{ no: 1 }],
        log: { log: { entries: [0] }, entries: items },
        more: { log: { entries: [{ no: 2 }] } },
      }),
    )
    holds(
      property(array(anyJson()), around, array(nat(40), { maxLength: 60 }), nat(2), (texts, put, pieces, indent) => {
        const items = texts.map((text) => ({ value: JSON.parse(text) as unknown, text: 'Ж"\\' }))
        const { values, unreadable, cutter } = cut(JSON.stringify(put(items), null, indent), pieces)
        expect({ values, unreadable, isWhole: cutter.isWhole, found: cutter.found }).toEqual({
          values: items,
          unreadable: [],
          isWhole: true,
          found: true,
        })
      }),
      500,
    )
  })
  it('are counted with their index when they are not objects, malformed or too long', () => {
    const { values, unreadable } = cut(
      '[{"a":1}, 5 ,"x,]", {"b" 2}, {"long":"xxxxxxxxxxxxxxxxxxxxxxxx"}, {"c":3}]',
      [3, 40],
      20,
    )
    expect(values).toEqual([{ a: 1 }, { c: 3 }])
    expect(unreadable).toEqual([2, 3, 4, 5])
  })
  it('are incomplete when the end is missing', () => {
    expect(cut('{"log":{"entries":[{"a":1}', []).cutter.isWhole).toBe(false)
    expect(cut('{"log":{"version":"1"}}', []).cutter.found).toBe(false)
  })
})
