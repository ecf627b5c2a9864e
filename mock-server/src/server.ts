import {
  createLocal,
  type LocalMock,
  type LocalMockOptions,
  type Mock,
  type MockOptions,
  startServer,
} from '#engine/server.ts'
import { paket } from '#product/paket.ts'
import { nodeProblem } from './node-version.ts'

if (nodeProblem !== null) throw new Error(nodeProblem)

export type { LocalMock, LocalMockOptions, Mock, MockOptions }

/** Starts the mock of «Пакет» on a port. */
export const startMock = (options?: MockOptions): Promise<Mock> => startServer(paket, options)

/** Creates a mock of «Пакет» inside this process, without a port: `createMock({ scenario: 'grace' }).fetch`. */
export const createMock = (options?: LocalMockOptions): LocalMock => createLocal(paket, options)
