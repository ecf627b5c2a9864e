import { join } from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { loadContract, Places } from '@paket/contract'
import leven from 'leven'
import { root } from './processes.ts'
import { contractWords, whereInContract } from './where/contract-words.ts'
import { productWords, whereIsId, whereIsModal } from './where/product-words.ts'
import { type Found, type Hop, Sources } from './where/sources.ts'

const FEW = 6
const help = `npm run where <word>: what a word of the product is, and where each part of it is, as file:line.

The word is a business code, an HTTP status, a call (createOrder, create_order), a failure, an outcome, an id of a requirement, a
decision or a table (OP-12, T4), or a modal (chooseCard). It is looked up in the contract, the requirements and the sources as they are.

  --all          every line of a kind, not the first ${FEW}
  --json         prints JSON
  --help

It exits with 0 when the word is known, 1 when it is not, 2 when there is none.`

/** What a word is, wherever the product has it; and, when it has it nowhere, the words that come near. */
export async function where(word: string): Promise<{ found: Found[]; near: string[] }> {
  const directory = join(root, 'openapi')
  const sources = new Sources(root)
  const house = { contract: await loadContract(directory), places: new Places(directory), sources }
  const found = [...whereInContract(house, word), ...whereIsId(sources, word), ...whereIsModal(sources, word)]
  return { found, near: found.length > 0 ? [] : nearest(word, [...contractWords(house), ...productWords(sources)]) }
}

/** The three words that are most like one, when they are like it at all. */
function nearest(word: string, words: readonly string[]): string[] {
  const distance = (other: string) => leven(word.toLowerCase(), other.toLowerCase())
  const near = [...new Set(words)].filter((other) => distance(other) <= Math.max(2, word.length / 3))
  return near.toSorted((a, b) => distance(a) - distance(b)).slice(0, 3)
}

function print({ title, hops }: Found, all: boolean): void {
  console.log(styleText('bold', title))
  const labels = [...new Set(hops.map(({ label }) => label))]
  const shown = labels.flatMap((label) => {
    const some = hops.filter((hop) => hop.label === label)
    const cut = all || label === 'failure' ? some : some.slice(0, FEW)
    return [...cut.map(asLine), ...(cut.length < some.length ? [`  … ${some.length - cut.length} more: --all`] : [])]
  })
  console.log(`${shown.join('\n')}\n`)
}
function asLine({ label, file, line, text }: Hop): string {
  const short = text.length > 160 ? `${text.slice(0, 160)}…` : text
  return `  ${label.padEnd(12)} ${styleText('cyan', `${file}:${line}`)}  ${short}`
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  const [word, ...more] = positionals
  if (word === undefined || more.length > 0) {
    console.error('One word is needed, as in npm run where createOrder; --help says which.')
    process.exitCode = 2
    return
  }
  const { found, near } = await where(word)
  if (values.json) console.log(JSON.stringify({ word, found, near }, null, 2))
  else for (const one of found) print(one, values.all)
  if (found.length > 0) return
  const advice = near.length > 0 ? `did you mean ${near.join(', ')}?` : 'nothing comes near it.'
  console.error(`Nothing is called ${word}; ${advice}`)
  process.exitCode = 1
}

if (import.meta.main) await main()
