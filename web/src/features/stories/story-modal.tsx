import type { KeyboardEvent, ReactNode } from 'react'
import type { Story, StorySlide } from '#domain/stories.ts'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { classes } from '#ui/classes.ts'
import { FullScreen, FullScreenTitle } from '#ui/full-screen.tsx'
import { PauseIcon, PlayIcon } from '#ui/account-icons.tsx'
import { ChevronIcon, CrossIcon } from '#ui/icons.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { type Slides, useSlides } from './use-slides.tsx'
import { usePress } from './use-press.tsx'

declare module '#modals/define-modal.ts' {
  interface Modals {
    story: { given: Story; answers: 'dismissed' }
  }
}

type Props = ModalProps<'story'>

/** A story: full-screen slides that advance automatically (O-STORY-01..10). */
export function StoryModal({ title, slides, answer, open, onLeft }: Props): ReactNode {
  const close = () => answer('dismissed')
  const { isPressed, surface } = usePress()
  const shown = useSlides(slides.length, isPressed || !open, close)
  return (
    <FullScreen open={open} onLeft={onLeft} onDismiss={close} onKeyDown={(event) => onKey(event, shown)}>
      <section
        aria-roledescription="карусель"
        aria-label={title}
        className="relative flex h-full w-full items-center justify-center gap-6"
      >
        <Step label="Предыдущий слайд" onClick={() => shown.go('previous')} className="max-lg:left-3">
          <ChevronIcon className="size-6 rotate-180" />
        </Step>
        <div className="themed relative h-full w-full overflow-hidden text-ink lg:h-[min(100dvh-4rem,52rem)] lg:w-auto lg:min-w-88 lg:rounded-l lg:[aspect-ratio:9/16]">
          <div
            {...surface(shown.go)}
            data-surface
            aria-live={shown.isStopped ? 'polite' : 'off'}
            className="absolute inset-0 touch-none select-none"
          >
            {slides.map((slide, place) => (
              <Slide key={slide.image + slide.title} {...slide} side={Math.sign(place - shown.at)} />
            ))}
          </div>
          <div className="safe-top pointer-events-none absolute inset-x-0 top-0">
            <Bars count={slides.length} {...shown} />
            <div className="flex items-center justify-between gap-2 py-1 pr-1 pl-4">
              <FullScreenTitle className="min-w-0 flex-1 truncate font-medium text-ink">{title}</FullScreenTitle>
              <RoundButton
                label={shown.isStopped ? 'Продолжить показ' : 'Остановить показ'}
                onClick={() => shown.stop(!shown.isStopped)}
              >
                {shown.isStopped ? <PlayIcon className="size-5" /> : <PauseIcon className="size-5" />}
              </RoundButton>
              <RoundButton label="Закрыть" onClick={close}>
                <CrossIcon className="size-5" />
              </RoundButton>
            </div>
            <VisuallyHidden>{`Слайд ${shown.at + 1} из ${slides.length}`}</VisuallyHidden>
          </div>
        </div>
        <Step label="Следующий слайд" onClick={() => shown.go('next')} className="max-lg:right-3">
          <ChevronIcon className="size-6" />
        </Step>
      </section>
    </FullScreen>
  )
}

function onKey(event: KeyboardEvent, { go, stop, isStopped }: Slides): void {
  if (event.key === 'ArrowRight') go('next')
  if (event.key === 'ArrowLeft') go('previous')
  // The space bar on a button clicks that button.
  if (event.key !== ' ' || (event.target instanceof Element && event.target.closest('button'))) return
  event.preventDefault()
  stop(!isStopped)
}

const sides: Record<string, string> = { '-1': '-translate-x-full', '0': 'translate-x-0', '1': 'translate-x-full' }

function Slide({ title, text, image, side }: StorySlide & { side: number }): ReactNode {
  return (
    <div
      inert={side !== 0}
      aria-hidden={side !== 0}
      className={classes(
        'absolute inset-0 flex flex-col bg-mint transition-transform duration-500 ease-calm',
        sides[String(side)],
      )}
    >
      <div className="flex min-h-0 flex-1 items-center justify-center px-6 pt-20 pb-4 low:hidden">
        <img
          src={image}
          alt=""
          width="352"
          height="352"
          draggable={false}
          className="pointer-events-none h-auto max-h-full w-full max-w-[22rem] object-contain"
        />
      </div>
      <div className="safe-bottom rounded-t-l bg-paper px-6 pt-7 text-ink max-lg:pb-24 lg:pb-10 low:flex-1 low:rounded-none low:pt-16 low:pb-18">
        <h2 className="text-title-l font-semibold text-balance low:text-title-s">{title}</h2>
        <p className="mt-3 text-lead text-soft low:mt-2 low:text-body">{text}</p>
      </div>
    </div>
  )
}

/** One progress bar for each slide: full for previous slides, filling for the current one. */
function Bars({ count, at, round, isRunning }: { count: number } & Pick<Slides, 'at' | 'round' | 'isRunning'>) {
  return (
    <ol aria-hidden="true" className="flex gap-1.5 px-4 pt-3">
      {Array.from({ length: count }, (_, place) => (
        <li key={place} className="h-1 flex-1 overflow-hidden rounded-s bg-ink/20 forced-colors:outline">
          {place <= at && (
            <div
              key={place === at ? round : 'seen'}
              data-bar={place === at ? (isRunning ? 'running' : 'waiting') : 'seen'}
              className={classes(
                'h-full origin-left bg-brand forced-colors:bg-system-chosen',
                // With reduced motion the bar shows only which slide is open.
                place === at && 'animate-story motion-reduce:animate-none',
                place === at && !isRunning && '[animation-play-state:paused]',
              )}
            />
          )}
        </li>
      ))}
    </ol>
  )
}

interface PressedProps {
  label: string
  onClick: () => void
  className?: string
  children: ReactNode
}
const RoundButton = ({ label, onClick, children }: PressedProps): ReactNode => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className="pointer-events-auto flex size-11 shrink-0 items-center justify-center rounded-xl text-ink focus-visible:outline-brand hover:bg-paper/60"
  >
    {children}
  </button>
)

/** A button to the previous or next slide: beside the slide on a wide screen, in its lower corners on a phone. */
const Step = ({ label, onClick, className, children }: PressedProps): ReactNode => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className={classes(
      'themed flex size-12 shrink-0 items-center justify-center rounded-xl transition-colors focus-visible:outline-current max-lg:absolute max-lg:bottom-5 max-lg:z-10 max-lg:bg-grey max-lg:text-ink lg:bg-current/15 lg:hover:bg-current/25',
      className,
    )}
  >
    {children}
  </button>
)

export default defineModal('story', StoryModal)
