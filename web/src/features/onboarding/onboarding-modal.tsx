import { type ReactNode, useState } from 'react'
import { cashback } from '#domain/cashback.ts'
import { defineModal, type ModalProps, type Modals } from '#modals/define-modal.ts'
import { ModalDrawer } from '#modals/modal-drawer.tsx'
import { classes } from '#ui/classes.ts'
import { CardIllustration, ClockIllustration, SuccessIllustration } from '#ui/illustrations.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

declare module '#modals/define-modal.ts' {
  interface Modals {
    /** `given` decides which benefits and slides are shown. */
    onboarding: { given: { hasDeliveries: boolean; managesRenewal: boolean }; answers: 'finished' | 'dismissed' }
  }
}

interface Slide {
  title: string
  text: string
  image: ReactNode
}
// The source has no texts for the slides: these are ours (OO-55).
const connected = {
  title: 'Пакет подключён',
  text: 'Повышенный кешбэк баллами, любимые категории и бесплатные доставки уже работают',
  image: <SuccessIllustration />,
}
const connectedWithoutDeliveries = {
  ...connected,
  text: 'Повышенный кешбэк баллами и любимые категории уже работают',
}
const cardAtTheTill = {
  title: 'Покажите карту на кассе',
  text: `Баллы придут на карту лояльности с каждого чека. Потратить можно до ${cashback.spendable} кешбэка`,
  image: <CardIllustration />,
}
const renewed = {
  title: 'Продлевается сам',
  text: 'Срок, цена и автопродление всегда видны на этой странице. Изменить их можно в любой момент',
  image: <ClockIllustration />,
}

type Given = Modals['onboarding']['given']
/** The slides for a subscriber: only benefits that the subscription has (O-FAMILY-03). */
const slidesFor = ({ hasDeliveries, managesRenewal }: Given): [Slide, ...Slide[]] => [
  hasDeliveries ? connected : connectedWithoutDeliveries,
  cardAtTheTill,
  ...(managesRenewal ? [renewed] : []),
]

/** Presents the subscription in slides; the button of the last one completes the onboarding (O-ONBOARD-01..03). */
export function OnboardingModal(props: ModalProps<'onboarding'>): ReactNode {
  const { hasDeliveries, managesRenewal, answer, ...drawer } = props
  const slides = slidesFor({ hasDeliveries, managesRenewal })
  const [at, setAt] = useState(0)
  const { title, text, image } = slides[at] ?? slides[0]
  const isLast = at === slides.length - 1
  return (
    <ModalDrawer
      {...drawer}
      form="dialog"
      title={title}
      image={image}
      description={<p aria-live="polite">{text}</p>}
      answer={answer}
      buttons={[
        { label: isLast ? 'Отлично' : 'Далее', onClick: () => (isLast ? answer('finished') : setAt(at + 1)) },
        // There from the first slide on: “next” does not move away under the finger.
        at > 0
          ? { label: 'Назад', onClick: () => setAt(at - 1) }
          : { label: 'Позже', onClick: () => answer('dismissed') },
      ]}
    >
      <ol className="flex justify-center gap-2">
        {slides.map((slide, place) => (
          <li
            key={slide.title}
            aria-current={place === at ? 'step' : undefined}
            className={classes('h-2 rounded-s transition-all', place === at ? 'w-6 bg-brand' : 'w-2 bg-line')}
          >
            <VisuallyHidden>{`Шаг ${place + 1} из ${slides.length}`}</VisuallyHidden>
          </li>
        ))}
      </ol>
    </ModalDrawer>
  )
}

export default defineModal('onboarding', OnboardingModal)
