import { expect, it } from 'vitest'
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
