import { list, valueAt } from '@paket/contract'
import type { Promocode, Situation } from './situation.ts'

/** Lists the promocodes in the rules of the check call, each with the example that answers it. */
function codesOf({ shop: { lifecycle } }: Situation): { code: string; example: string | undefined }[] {
  const rules = lifecycle.calls[lifecycle.reads['promocode'] ?? ''] ?? []
  return rules.flatMap(({ if: conditions, answer }) =>
    list(conditions['body.promocodeValue']).map((code) => ({ code: String(code), example: answer })),
  )
}

/** Returns the promocode that the call names; undefined for one that is unknown or gives nothing. */
export function promocodeNamed(s: Situation): Promocode | undefined {
  const { contract, lifecycle } = s.shop
  const found = codesOf(s).find(({ code }) => code === s.request['promocodeValue'])
  const operation = contract.operation(lifecycle.reads['promocode'] ?? '')
  const example = operation && found?.example !== undefined && contract.example(operation, found.example)
  return example ? s.promocode(valueAt(example.value, 'result.promocodeId')) : undefined
}

/** Letters that look the same in both alphabets. */
const latin = 'abcehkmoptxy'
const cyrillic = 'авсенкмортху'
const plain = (code: string) =>
  code.toLowerCase().replaceAll(/[abcehkmoptxy]/g, (letter) => cyrillic[latin.indexOf(letter)] ?? letter)

/** Whether the code differs from a known one only in case or alphabet. */
export function isMisspelt(s: Situation): boolean {
  const code = String(s.request['promocodeValue'])
  return codesOf(s).some((known) => known.code !== code && plain(known.code) === plain(code))
}
