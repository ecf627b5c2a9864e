/** Yields to the main thread, so that input is handled between two long tasks. */
export const nextTask = (): Promise<void> => new Promise((done) => setTimeout(done))
