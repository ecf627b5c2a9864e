import { expect, test } from 'vitest'
import { startMockProcess } from './mock-process.ts'

test('the mock is stopped while it still starts, when its time is over', async () => {
  await expect(startMockProcess(AbortSignal.timeout(100))).rejects.toThrow('the mock ended')
  await expect(startMockProcess(AbortSignal.abort())).rejects.toThrow('the mock ended')
})
