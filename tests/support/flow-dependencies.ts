import { vi } from 'vitest'
import type { FlowDependencies } from '#web/flow/run-flow.ts'
import { apiThatAnswers } from './fake-api.ts'
import { onlyTab } from './fake-locks.ts'

/** What a flow uses in a browser that is online and has one tab, while no feature is closed; the API answers nothing. */
export const flowDependencies = (overrides: Omit<Partial<FlowDependencies>, 'onClosed' | 'onCrash'> = {}) => ({
  api: apiThatAnswers({}).api,
  openPayment: async () => 'back' as const,
  isOnline: () => true,
  exclusively: onlyTab,
  closed: () => undefined,
  onClosed: vi.fn<FlowDependencies['onClosed']>(),
  onCrash: vi.fn<FlowDependencies['onCrash']>(),
  ...overrides,
})
