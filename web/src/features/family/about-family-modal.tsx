import type { ReactNode } from 'react'
import { durationLabel } from '#domain/duration.ts'
import { rubles } from '#domain/money.ts'
import { plural } from '#domain/plural.ts'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { ModalDrawer } from '#modals/modal-drawer.tsx'
import { Heading } from '#ui/heading.tsx'

declare module '#modals/define-modal.ts' {
  interface Modals {
    aboutFamily: { given: { title: string; priceKopecks: number; days: number; places: number }; answers: 'dismissed' }
  }
}

type Props = ModalProps<'aboutFamily'>

/** Explains the family option (O-MODAL-11). The source has no text for it: this one is ours. */
export function AboutFamilyModal({ title, priceKopecks, days, places, answer, ...drawer }: Props): ReactNode {
  const people = `${places}\u00a0${plural(places, ['близким', 'близкими', 'близкими'])}`
  const parts = [
    {
      title: 'Делитесь преимуществами',
      text: `Подключите опцию и поделитесь Пакетом с ${people}. Понадобится только номер телефона`,
    },
    {
      title: 'У каждого всё своё',
      text: 'Отдельный аккаунт, свои любимые категории и свои баллы. Видеть покупки друг друга нельзя',
    },
    {
      title: 'Платит организатор',
      text: `Опция стоит ${rubles(priceKopecks)} за ${durationLabel(days)}. Организатор платит за неё и управляет автопродлением, близкие не платят ничего`,
    },
    {
      title: 'Меняйте состав',
      text: 'Удалите близкого, и через несколько минут на его место можно пригласить другого',
    },
  ]
  return (
    <ModalDrawer
      {...drawer}
      title={`Опция «${title}»`}
      description="Один Пакет на всех, кто вам дорог"
      answer={answer}
      buttons={[{ label: 'Понятно', onClick: () => answer('dismissed') }]}
    >
      <ul className="space-y-5">
        {parts.map((part) => (
          <li key={part.title}>
            <Heading level={3} size="s">
              {part.title}
            </Heading>
            <p className="mt-1 text-soft">{part.text}</p>
          </li>
        ))}
      </ul>
    </ModalDrawer>
  )
}

export default defineModal('aboutFamily', AboutFamilyModal)
