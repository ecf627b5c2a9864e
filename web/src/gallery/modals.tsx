import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { AppModals } from '#app/app-modals.tsx'
import type { ModalName } from '#modals/define-modal.ts'
import { ask, withSpinner } from '#modals/modal-stack.ts'
import { untilAborted } from '#modals/until-aborted.ts'
import { Card } from '#ui/card.tsx'
import { Heading } from '#ui/heading.tsx'
import { Section } from '#ui/section.tsx'
import { type Example, galleryModals } from './gallery-modals.ts'

interface Shown {
  /** The address's hash: `#chooseCard/main-card`. */
  hash: string
  what: string
  open: (signal: AbortSignal) => Promise<unknown>
}

const hashOf = (name: string, what: string) => `#${name}/${what.replaceAll(' ', '-')}`
const never = new Promise(() => undefined)

const halfway = {
  steps: ['Заказ', 'Списание', 'Подключение'],
  at: 1,
  what: '1\u00a0990\u00a0баллов за 1\u00a0месяц',
}
const spinners = [
  { what: 'Заказ создаётся' },
  { what: 'Списываем баллы', progress: halfway },
  { what: 'Подписка активируется' },
]
const modals = Object.entries(galleryModals) as [ModalName, readonly Example<ModalName>[]][]
const groups: readonly { title: string; shown: readonly Shown[] }[] = [
  ...modals.map(([name, examples]) => ({
    title: name,
    shown: examples.map(([what, given]) => ({
      hash: hashOf(name, what),
      what,
      open: (signal: AbortSignal) => ask(name, given, signal),
    })),
  })),
  {
    title: 'spinner',
    shown: spinners.map(({ what, progress }) => ({
      hash: hashOf('spinner', what),
      what,
      open: (signal) => withSpinner(what, () => untilAborted(signal, never), progress),
    })),
  },
]
const all = groups.flatMap(({ shown }) => shown)

function useHash(): string {
  const subscribe = (listener: () => void) => {
    window.addEventListener('hashchange', listener)
    return () => window.removeEventListener('hashchange', listener)
  }
  return useSyncExternalStore(subscribe, () => decodeURIComponent(window.location.hash))
}

/** Lists every modal example, and renders the one in the address's hash with the app's own modal root. */
export function GalleryModals(): ReactNode {
  const hash = useHash()
  useEffect(() => {
    const shown = all.find((each) => each.hash === hash)
    if (!shown) return
    const closing = new AbortController()
    shown.open(closing.signal).then(
      () => window.location.replace('#modals'),
      () => undefined,
    )
    return () => closing.abort(new Error('another one is looked at'))
  }, [hash])
  return (
    <Section title="Окна и сообщения">
      <nav id="modals" aria-label="Окна" className="grid gap-4 lg:grid-cols-2">
        {groups.map(({ title, shown }) => (
          <Card key={title}>
            <Heading level={3} size="s">
              {title}
            </Heading>
            <ul className="mt-2 flex flex-wrap gap-x-4">
              {shown.map((each) => (
                <li key={each.hash}>
                  <a href={each.hash} className="inline-flex min-h-11 min-w-11 items-center text-brand underline">
                    {each.what}
                  </a>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </nav>
      <AppModals />
    </Section>
  )
}
