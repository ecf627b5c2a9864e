import { inWords, press, shown, type, until } from './screen.ts'
import type { Way } from './ways.ts'

/** Takes a user's way to a call, until the call was made. */
export async function follow(way: Way, isMade: () => boolean): Promise<void> {
  for (const step of way.press ?? []) {
    if (isMade()) break
    if (step instanceof RegExp) await press(step)
    else await type(step.field, step.text)
  }
  await until(() => {
    if (!isMade()) throw new Error(`the call is not made on this way: ${inWords(shown())}`)
  })
}
