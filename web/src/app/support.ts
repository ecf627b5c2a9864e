import { ask, modalStack } from '#modals/modal-stack.ts'

const never = new AbortController().signal

/** Opens the ways to reach support over whatever is shown, once. */
export function openSupport(): void {
  if (!modalStack.open.some(({ name }) => name === 'support')) void ask('support', {}, never)
}
