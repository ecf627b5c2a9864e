import { onTestFinished, vi } from 'vitest'

/** At the end of the test removes the listeners that are added from now on: the app's own live as long as the page. */
export function removeAddedListeners(...targets: EventTarget[]): void {
  for (const target of targets) {
    const { mock } = vi.spyOn(target, 'addEventListener')
    onTestFinished(() => mock.calls.forEach((given) => target.removeEventListener(...given)))
  }
}
