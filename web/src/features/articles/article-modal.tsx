import type { ReactNode } from 'react'
import type { Article } from '#domain/article.ts'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { ModalDrawer } from '#modals/modal-drawer.tsx'
import { CheckIcon } from '#ui/icons.tsx'

declare module '#modals/define-modal.ts' {
  interface Modals {
    article: { given: Article; answers: 'support' | 'dismissed' }
  }
}

type Props = ModalProps<'article'>

/** An article: points with a check mark, or numbered steps. */
export function ArticleModal(props: Props): ReactNode {
  const { title, text, points, isOrdered = false, offersSupport = false, answer, ...drawer } = props
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <ModalDrawer
      {...drawer}
      title={title}
      description={text}
      answer={answer}
      buttons={[
        { label: 'Понятно', onClick: () => answer('dismissed') },
        ...(offersSupport ? [{ label: 'Написать в поддержку', onClick: () => answer('support') }] : []),
      ]}
    >
      <List className="space-y-4">
        {points.map((point, place) => (
          <li key={point.text} className="flex gap-3">
            <Mark number={isOrdered ? place + 1 : null} />
            <div className="min-w-0">
              {point.title && <p className="font-semibold">{point.title}</p>}
              <p className={point.title ? 'text-soft' : ''}>{point.text}</p>
            </div>
          </li>
        ))}
      </List>
    </ModalDrawer>
  )
}

function Mark({ number }: { number: number | null }): ReactNode {
  if (number === null) return <CheckIcon className="size-6 shrink-0 text-brand" />
  return (
    <span
      aria-hidden="true"
      className="flex size-7 shrink-0 items-center justify-center rounded-xl bg-mint text-small font-semibold text-brand"
    >
      {number}
    </span>
  )
}

export default defineModal('article', ArticleModal)
