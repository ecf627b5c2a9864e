import { start } from './app/start.tsx'

/** Done when what is pressed is heard. */
export const started: Promise<void> = start()
