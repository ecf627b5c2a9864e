/** Long work in two parts: whatever was pressed or scrolled meanwhile is answered between them. */
export const nextTask = (): Promise<void> => new Promise((done) => setTimeout(done))
