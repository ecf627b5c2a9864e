import { proxy, ref } from 'valtio/vanilla'
import type { ClosedAnswer, ModalName, Modals } from './define-modal.ts'
import type { MessageId } from '#messages/message.ts'
import { untilAborted } from './until-aborted.ts'

export interface OpenModal<Name extends ModalName = ModalName> {
  id: number
  name: Name
  given: Modals[Name]['given']
  answer: (value: Modals[Name]['answers']) => void
  /** Rejects the question with a render error. */
  fail: (error: unknown) => void
}
/** Something over the page that is no modal, such as the menu. */
interface Overlay {
  close: () => void
}
/** The steps of some work, shown under the spinner. */
export interface Progress {
  steps: readonly string[]
  /** Index of the current step. */
  at: number
  /** The subject of the work, such as the goods. */
  what: string
}
interface ModalStack {
  open: OpenModal[]
  spinner: string | null
  progress: Progress | null
  overlays: Overlay[]
}
/** The open modals, the spinner above them, and other overlays. */
export const modalStack = proxy<ModalStack>({
  open: [],
  spinner: null,
  progress: null,
  overlays: [],
})
let lastId = 0
/** Notes that modals are drawn from now on: their chunk has loaded. */
export let noteDrawn: () => void
/** Resolves when modals are drawn. */
export const modalsDrawn: Promise<void> = new Promise((resolve) => (noteDrawn = resolve))

/** Called when a modal is shown, and with its answer if that is from a closed set; any other answer is only `answered`, because it may be typed text. */
type Watch = (name: ModalName, what: 'shown' | 'answered' | ClosedAnswer, message: MessageId | undefined) => void
let watch: Watch = () => undefined
export const watchModals = (by: Watch): void => void (watch = by)

/** Opens a modal and waits for its answer. Always settles: with the answer, with the signal's reason, or with a render error. */
export function ask<Name extends ModalName>(
  name: Name,
  given: Modals[Name]['given'],
  signal: AbortSignal,
): Promise<Modals[Name]['answers']> {
  signal.throwIfAborted()
  const id = ++lastId
  const answered = new Promise<Modals[Name]['answers']>((resolve, reject) => {
    modalStack.open.push({ id, name, given: ref(given), answer: ref(resolve), fail: ref(reject) })
  })
  const message = name === 'message' ? (given as Modals['message']['given']).id : undefined
  watch(name, 'shown', message)
  answered.then(
    (answer) => watch(name, typeof answer === 'string' ? answer : 'answered', message),
    () => undefined,
  )
  return untilAborted(signal, answered).finally(() => {
    modalStack.open = modalStack.open.filter((modal) => modal.id !== id)
  })
}

let pageGoing = new AbortController()
/** A signal that is aborted when the page of the open modals is left; `dismissed` alone could be the user's answer. */
export const untilPageIsGone = (): AbortSignal => pageGoing.signal

/** Dismisses all modals, because their page was left. Their flows are not interrupted. */
export function dismissAll(): void {
  pageGoing.abort(new Error('the page is gone'))
  pageGoing = new AbortController()
  for (const { answer } of modalStack.open) answer('dismissed')
}

/** Registers an overlay with the function that closes it; returns a function that removes it. */
export function registerOverlay(close: () => void): () => void {
  const overlay = ref({ close })
  modalStack.overlays.push(overlay)
  return () => void (modalStack.overlays = modalStack.overlays.filter((other) => other !== overlay))
}

/** Shows a spinner while the work runs, with its steps if given. Closes it after an error too. */
export async function withSpinner<T>(text: string, work: () => Promise<T>, progress?: Progress): Promise<T> {
  modalStack.spinner = text
  modalStack.progress = progress ? { ...progress } : null
  try {
    return await work()
  } finally {
    modalStack.spinner = null
    modalStack.progress = null
  }
}

/** Moves the spinner to the next step. */
export function advance(): void {
  if (modalStack.progress) modalStack.progress.at++
}
