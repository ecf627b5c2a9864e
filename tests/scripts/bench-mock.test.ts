import { expect, it } from 'vitest'
import { type Measured, overBudget } from '../../scripts/bench/mock.ts'
import { startNode } from '../support/processes.ts'

it('npm run bench -- --mock measures the packed mock and Prism alone, and lists missed budgets, also as JSON', async () => {
  const few = ['--rounds', '1', '--calls', '50', '--starts', '1']
  const { exitCode, output } = startNode(['scripts/bench.ts', '--mock', ...few, '--json'])
  const code = await exitCode
  const [, json = '', missed = ''] = /^(\{.+^\})\n(.*)$/ms.exec(output()) ?? []
  const measured = JSON.parse(json) as Measured
  const { callsASecond, ratio, startMs, readyMb, memoryMb, packagesMb } = measured
  for (const number of [...Object.values(callsASecond), ratio, startMs, readyMb, memoryMb, packagesMb])
    expect(number).toBeGreaterThan(0)
  const problems = overBudget(measured)
  expect({ code, missed: missed.trim() }).toEqual({ code: problems.length > 0 ? 1 : 0, missed: problems.join('\n') })
}, 300_000)

it('lists its options and reports invalid ones', async () => {
  const help = startNode(['scripts/bench.ts', '--mock', '--help'])
  expect({ ended: await help.exitCode, output: help.output() }).toEqual({
    ended: 0,
    output: expect.stringContaining('beside Prism alone'),
  })
  const wrong = startNode(['scripts/bench.ts', '--mock', '--rounds', 'many'])
  expect(await wrong.exitCode).toBe(1)
  expect(wrong.output()).toBe('--rounds takes a whole number from 1, not many\n')
})

it('names each missed budget', () => {
  const within = {
    callsASecond: { mock: 900, prism: 1000 },
    ratio: 0.9,
    startMs: 900,
    readyMb: 150,
    memoryMb: 200,
    packagesMb: 20,
  }
  expect(overBudget(within)).toEqual([])
  expect(overBudget({ ...within, ratio: 0.79 })).toEqual([expect.stringContaining('0.79 times as many calls as Prism')])
  expect(overBudget({ ...within, startMs: 2001, readyMb: 151, memoryMb: 201, packagesMb: 201 })).toHaveLength(4)
})
