import { describe, expect, it } from 'vitest'
import { drift, folderOfFile, contract } from '../support.ts'
import { type Json, type Mutant, mutants, startMutant } from './mutants.ts'

// All calls instead of a few: PAKET_EXPLORE=whole npx vitest run tests/drift/explore
const isWhole = process.env['PAKET_EXPLORE'] === 'whole'
const seeds = isWhole ? 20 : 2
const requests = isWhole ? '1500' : '350'
/** The calls that are explored by default. */
const few = ['getClientData', 'createOrder', 'getOrderStatus', 'getSubscriberMaster', 'saveFeedback']
const quick = ['loses the id of the order', 'takes an empty id', 'takes an order without its source']

const folder = folderOfFile()
let place: string | undefined
/** Explores a service with one mistake; returns the rules of the findings without notes. */
async function explored(mutant: Mutant | null, seed: number, scenario = 'activated') {
  // A single file has no flows beside it; another test runs those.
  place ??= await folder.file(isWhole ? contract().document : ofFewCalls())
  const service = await startMutant(mutant, scenario)
  try {
    const args = ['live', service.origin, '--token-env', 'T', '--contract', place, '--format', 'json']
    const { code, out, err } = await drift(
      [...args, '--explore', '--allow-writes', '--seed', String(seed), '--requests', requests, '--seconds', '240'],
      { env: { T: await service.token() } },
    )
    expect({ hasRun: code < 2, err }).toEqual({ hasRun: true, err: '' })
    const { findings } = JSON.parse(out) as {
      findings: { rule: string; severity: string; calls: string[]; seen?: { curl?: string } }[]
    }
    return findings.filter(({ severity }) => severity !== 'note')
  } finally {
    await service.close()
  }
}

function ofFewCalls(): Json {
  const { document } = contract()
  const paths = Object.entries(document['paths'] as unknown as Record<string, { post: { operationId: string } }>)
  return { ...document, paths: Object.fromEntries(paths.filter(([, { post }]) => few.includes(post.operationId))) }
}

describe('drift live --explore', { timeout: isWhole ? 900_000 : 120_000 }, () => {
  it(`finds nothing in the unchanged mock, with ${seeds} seeds`, async () => {
    for (let seed = 1; seed <= seeds; seed += 1)
      expect({ seed, found: await explored(null, seed, seed % 2 === 0 ? 'registered' : 'activated') }).toEqual({
        seed,
        found: [],
      })
  })
  it(isWhole ? 'finds at least 36 of 40 mutants of the mock' : 'finds mutants of the mock', async () => {
    const chosen = isWhole ? mutants : mutants.filter(({ name }) => quick.includes(name))
    const missed: string[] = []
    const started = Date.now()
    for (const [nth, mutant] of chosen.entries()) {
      const found = await explored(mutant, 100 + nth)
      const own = found.filter(({ calls }) => calls.includes(mutant.call))
      if (isWhole)
        process.stdout.write(`${mutant.call} ${mutant.name}: ${own.map(({ rule }) => rule).join(', ') || 'missed'}\n`)
      if (own.length === 0) missed.push(`${mutant.call} ${mutant.name}`)
      // A mistake of one call is not reported for other calls.
      expect({ mutant: mutant.name, others: found.filter((one) => !own.includes(one)) }).toEqual({
        mutant: mutant.name,
        others: [],
      })
    }
    if (isWhole)
      process.stdout.write(
        `${chosen.length - missed.length} of ${chosen.length} in ${Math.round((Date.now() - started) / 1000)} s\n`,
      )
    expect(missed.length, missed.join('; ')).toBeLessThanOrEqual(isWhole ? 4 : 0)
  })
})
