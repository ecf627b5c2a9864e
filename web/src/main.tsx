import { start } from './app/start.tsx'

/** Resolves when the app handles clicks. */
export const started: Promise<void> = start()
