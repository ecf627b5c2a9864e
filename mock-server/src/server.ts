import { type Mock, type MockOptions, startServer } from '#engine/server.ts'
import { paket } from '#product/paket.ts'

export type { Mock, MockOptions }

/** Starts the mock of «Пакет». */
export const startMock = (options?: MockOptions): Promise<Mock> => startServer(paket, options)
