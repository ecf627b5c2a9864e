import { join } from 'node:path'
import { styleText } from 'node:util'
import { loadContract, Places } from '@paket/contract'
import leven from 'leven'
import { root } from './processes.ts'
import { contractWords, whereInContract } from './where/contract-words.ts'
import { productWords, whereIsId, whereIsModal, whereIsText } from './where/product-words.ts'
import { type Found, type Hop, Sources } from './where/sources.ts'
import { parseOptions, runMain } from './run-main.ts'

const FEW = 6
const help = `npm run where [call] <word>: explains a word of the product and lists where each part of it is, as file:line.

The word is a business code, an HTTP status, a call (createOrder, create_order), a failure, an outcome, an id of a requirement, a
decision or a table (OP-12, T4), a modal (chooseCard), a message (new-price), or Russian words on the screen ("Цена изменилась").
With a call before it (createOrder employee) only the part of that call is printed. It is looked up in the current contract,
requirements and sources.

  --all          list all lines of a kind, not only the first ${FEW}
  --json         print JSON
  --help

Exits with 0 when the word is known, with 1 when it is unknown, with 2 when none is given.`

/** Reads what words are looked up in. */
export async function readRepository() {
  const directory = join(root, 'openapi')
  return { contract: await loadContract(directory), places: new Places(directory), sources: new Sources(root) }
}

/** Looks a word up everywhere, or for one call; when it is unknown, returns similar words. */
export async function where(
  word: string,
  call?: string,
  repository = readRepository(),
): Promise<{ found: Found[]; near: string[] }> {
  const context = await repository
  const { sources } = context
  const words = () => [...contractWords(context), ...productWords(sources)]
  if (call !== undefined) {
    const [callFound] = whereInContract(context, call)
    const id = callFound?.title.replace(/^call /, '')
    const found = whereInContract(context, word).filter(({ title }) => title.startsWith(`${id} `))
    return { found, near: found.length > 0 ? [] : nearest(callFound ? word : call, words()) }
  }
  const named = [...whereInContract(context, word), ...whereIsId(sources, word), ...whereIsModal(sources, word)]
  const found = named.length > 0 ? named : whereIsText(sources, word)
  return { found, near: found.length > 0 ? [] : nearest(word, words()) }
}

/** Returns up to three similar words, nearest first. */
function nearest(word: string, words: readonly string[]): string[] {
  const distance = (other: string) => leven(word.toLowerCase(), other.toLowerCase())
  const near = [...new Set(words)].filter((other) => distance(other) <= Math.max(2, word.length / 3))
  return near.toSorted((a, b) => distance(a) - distance(b)).slice(0, 3)
}

function print({ title, hops }: Found, all: boolean): void {
  console.log(styleText('bold', title))
  const labels = [...new Set(hops.map(({ label }) => label))]
  const shown = labels.flatMap((label) => {
    const ofLabel = hops.filter((hop) => hop.label === label)
    const cut = all || label === 'failure' ? ofLabel : ofLabel.slice(0, FEW)
    return [
      ...cut.map(formatHop),
      ...(cut.length < ofLabel.length ? [`  … ${ofLabel.length - cut.length} more: --all`] : []),
    ]
  })
  console.log(`${shown.join('\n')}\n`)
}
function formatHop({ label, file, line, text }: Hop): string {
  const short = text.length > 160 ? `${text.slice(0, 160)}…` : text
  return `  ${label.padEnd(12)} ${styleText('cyan', `${file}:${line}`)}  ${short}`
}

async function main() {
  const { values, positionals } = parseOptions(
    help,
    {
      all: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    { allowPositionals: true },
  )
  const isText = /[а-яё]/i.test(positionals.join())
  const given = isText ? [positionals.join(' ')] : positionals
  const word = given.at(-1)
  const call = given.length > 1 ? given[0] : undefined
  if (word === undefined || given.length > 2) {
    console.error(
      'Give a word, as in npm run where createOrder, or a call and a word: npm run where createOrder employee.',
    )
    process.exitCode = 2
    return
  }
  const { found, near } = await where(word, call)
  if (values.json) console.log(JSON.stringify({ word, found, near }, null, 2))
  else for (const one of found) print(one, values.all)
  if (found.length > 0) return
  const advice = near.length > 0 ? `did you mean ${near.join(', ')}?` : 'no known word is similar.'
  console.error(`Unknown word ${positionals.join(' ')}; ${advice}`)
  process.exitCode = 1
}

if (import.meta.main) await runMain(main)
