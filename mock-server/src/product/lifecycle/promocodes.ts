import { list, valueAt } from '@paket/contract'
import type { Promocode, Situation } from './situation.ts'

/** What the check rules say of each code: the code itself, and the example that answers it. */
function codesOf({ shop: { lifecycle } }: Situation): { code: string; example: string | undefined }[] {
  const rules = lifecycle.calls[lifecycle.reads['promocode'] ?? ''] ?? []
  return rules.flatMap(({ if: conditions, answer }) =>
    list(conditions['body.promocodeValue']).map((code) => ({ code: String(code), example: answer })),
  )
}

/** The promocode that the call's code means; undefined when it is none that gives something. */
export function promocodeNamed(s: Situation): Promocode | undefined {
  const { contract, lifecycle } = s.shop
  const found = codesOf(s).find(({ code }) => code === s.request['promocodeValue'])
  const operation = contract.operation(lifecycle.reads['promocode'] ?? '')
  const example = operation && found?.example !== undefined && contract.example(operation, found.example)
  return example ? s.promocode(valueAt(example.value, 'result.promocodeId')) : undefined
}

/** Letters that look the same in both alphabets, the Latin ones first. */
const latin = 'abcehkmoptxy'
const cyrillic = 'авсенкмортху'
const plain = (code: string) =>
  code.toLowerCase().replaceAll(/[abcehkmoptxy]/g, (letter) => cyrillic[latin.indexOf(letter)] ?? letter)

/** Whether the call's code is a known one but for its case or its alphabet. */
export function isMisspelt(s: Situation): boolean {
  const code = String(s.request['promocodeValue'])
  return codesOf(s).some((known) => known.code !== code && plain(known.code) === plain(code))
}
