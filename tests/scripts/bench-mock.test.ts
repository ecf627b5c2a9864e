import { expect, it } from 'vitest'
import { overBudget } from '../../scripts/bench-mock.ts'
import { startNode } from './support.ts'

it('npm run bench -- --mock measures the mock beside Prism alone, and leaves nothing running', async () => {
  const { ended, output } = startNode(['scripts/bench.ts', '--mock', '--rounds', '1', '--json'])
  expect(await ended).toBe(0)
  const measured = JSON.parse(output()) as Record<string, number> & { callsASecond: Record<string, number> }
  for (const number of [
    ...Object.values(measured.callsASecond),
    measured['ratio'],
    measured['startMs'],
    measured['memoryMb'],
  ])
    expect(number).toBeGreaterThan(0)
}, 60_000)

it('says what it takes, and what is wrong with it', async () => {
  const help = startNode(['scripts/bench.ts', '--mock', '--help'])
  expect([await help.ended, help.output()]).toEqual([0, expect.stringContaining('beside Prism alone')])
  const wrong = startNode(['scripts/bench.ts', '--mock', '--rounds', 'many'])
  expect(await wrong.ended).toBe(1)
  expect(wrong.output()).toBe('--rounds takes a whole number from 1, not many\n')
})

it('names each budget that is missed', () => {
  const within = { callsASecond: { mock: 900, prism: 1000 }, ratio: 0.9, startMs: 900, memoryMb: 150 }
  expect(overBudget(within)).toEqual([])
  expect(overBudget({ ...within, ratio: 0.79 })).toEqual([expect.stringContaining('0.79 times as many calls as Prism')])
  expect(overBudget({ ...within, startMs: 3001, memoryMb: 301 })).toHaveLength(2)
})
