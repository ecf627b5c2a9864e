import { expect, it } from 'vitest'
import { overBudget } from '../../scripts/bench/mock.ts'

it('the benchmark of the mock names each missed budget', () => {
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
