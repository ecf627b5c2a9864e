import { proxy, ref } from 'valtio/vanilla'
import type { ClosedAnswer, ModalName, Modals } from './define-modal.ts'
import type { MessageId } from '#messages/message.ts'
import { untilAborted } from './until-aborted.ts'

export interface OpenModal<Name extends ModalName = ModalName> {
  id: number
  name: Name
  given: Modals[Name]['given']
  answer: (value: Modals[Name]['answers']) => void
  /** It cannot be drawn: who asked gets the error. */
  fail: (error: unknown) => void
}
/** What is open over the page without asking anything. */
interface Overlay {
  close: () => void
}
/** How far something of several steps has come, under the spinner. */
export interface Progress {
  steps: readonly string[]
  /** The step that is under way. */
  at: number
  /** What it is about. */
  what: string
}
interface ModalStack {
  open: OpenModal[]
  spinner: string | null
  progress: Progress | null
  overlays: Overlay[]
}
/** Every open question, the spinner over all of them, and what is open without being a question. */
export const modalStack = proxy<ModalStack>({
  open: [],
  spinner: null,
  progress: null,
  overlays: [],
})
let lastId = 0

/** Called when a modal is shown and when it is answered: by the name of an answer of a closed set; `answered` says no more, because it may be what someone has typed. */
type Watch = (name: ModalName, what: 'shown' | 'answered' | ClosedAnswer, message: MessageId | undefined) => void
let watch: Watch = () => undefined
export const watchModals = (by: Watch): void => void (watch = by)

/** Opens a modal and waits for its answer. Always settles: by an answer, by the signal, or by an error where it cannot be drawn. */
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
/** Aborted when the page is gone from under its questions: for what must not take that for an answer. */
export const untilPageIsGone = (): AbortSignal => pageGoing.signal

/** The page is gone: closes every open question; what has asked it may ask on. */
export function dismissAll(): void {
  pageGoing.abort(new Error('the page is gone'))
  pageGoing = new AbortController()
  for (const { answer } of modalStack.open) answer('dismissed')
}

/** Registers something that is open over the page, and how it is closed; the returned function removes it. */
export function registerOverlay(close: () => void): () => void {
  const overlay = ref({ close })
  modalStack.overlays.push(overlay)
  return () => void (modalStack.overlays = modalStack.overlays.filter((other) => other !== overlay))
}

/** Shows a spinner while the work runs, with the steps of it where it has some, and closes it whatever happens. */
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

/** The next step of what the spinner shows is under way. */
export function advance(): void {
  if (modalStack.progress) modalStack.progress.at++
}
