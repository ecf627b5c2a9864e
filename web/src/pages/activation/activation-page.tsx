import type { Result } from '@paket/sdk'
import { invalidate, staleAfter } from '@paket/sdk/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
// The query as it is in the address; the router's own hook decodes it.
import { useSearch } from 'wouter/use-browser-location'
import { activated, blockedUntil, blockLink } from '#cache/activation-tries.ts'
import { PageFrame } from '#layout/page-frame.tsx'
import { PageSkeleton } from '#layout/page-skeleton.tsx'
import { focusHeading } from '#navigation/focus-heading.ts'
import { useAccount, useServices } from '#services/services.ts'
import { useSupport } from '#services/support.ts'
import { plural } from '#domain/plural.ts'
import { untilIdle } from '#flow/run-flow.ts'
import { messageOf } from '#messages/outcome-messages.ts'
import { Button } from '#ui/button.tsx'
import { clockText, useSecondsLeft } from '#ui/countdown.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ClockIllustration, ErrorIllustration, SuccessIllustration } from '#ui/illustrations.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { Elements } from '#ui/elements.ts'

type Refused = Extract<Result<'activateByLink'>, { ok: false }>['failure']

/** Activation by an SMS link (options T4): one try when the page opens, unless the link is known to be used or blocked, and its result. */
export function ActivationPage(): ReactNode {
  const id = new URLSearchParams(useSearch()).get('id')
  return id ? <Activation key={id} id={id} /> : <Incomplete />
}

/** Shown for a link without an id (options T4, the last row). */
function Incomplete(): ReactNode {
  const openSupport = useSupport()
  const message = messageOf({ outcome: 'activation-unavailable' })
  return (
    <ResultScreen
      title={message?.title ?? ''}
      text={message?.text}
      action={<Button onClick={openSupport}>Написать в поддержку</Button>}
    />
  )
}

function Activation({ id }: { id: string }): ReactNode {
  const { startFlow, queryClient } = useAccount()
  const { host } = useServices()
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const [isDone, setIsDone] = useState(() => activated.has(id))
  const [blockEnd, setBlockEnd] = useState(() => blockedUntil(id, Date.now()))
  function activate(): void {
    setRefusal(null)
    setBlockEnd(null)
    void startFlow(async (io, api) => {
      const work = () => api.activateByLink({ activationId: id, source: host.name })
      const end = await io.spinner('Подписка активируется', work)
      if (end.ok) {
        activated.add(id)
        setIsDone(true)
        void invalidate(queryClient, ...staleAfter('activateByLink'))
      } else if (end.failure.name === 'activationBlocked') {
        blockLink(id, Date.now())
        setBlockEnd(blockedUntil(id, Date.now()))
      } else setRefusal(end.failure)
    })
  }
  useEffect(() => {
    if (isDone || blockEnd !== null) return
    let isLeft = false
    // Another flow may still be running, and only one runs at a time.
    void untilIdle().then(() => (isLeft ? undefined : activate()))
    return () => void (isLeft = true)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id])
  if (isDone)
    return (
      <ResultScreen
        illustration={<SuccessIllustration />}
        title="Сервис активирован"
        text="СМС с подтверждением придёт в течение 5 минут"
      />
    )
  if (blockEnd !== null) return <Blocked until={blockEnd} onRetry={activate} />
  return refusal ? <Refusal failure={refusal} onRetry={activate} /> : <PageSkeleton />
}

function Refusal({ failure, onRetry }: { failure: Refused; onRetry: () => void }): ReactNode {
  const { signInAgain } = useServices()
  const openSupport = useSupport()
  const message = messageOf(failure)
  // The session shows this failure.
  if (!message || failure.outcome === 'authorize-again') return <PageSkeleton />
  const illustrations = { success: <SuccessIllustration />, clock: <ClockIllustration /> }
  const isAboutNumber = failure.name === 'activationFailed' || failure.name === 'otherPhone'
  const has = (button: string) => message.buttons.some(({ action }) => action === button)
  return (
    <ResultScreen
      illustration={
        message.image === 'success' || message.image === 'clock' ? illustrations[message.image] : <ErrorIllustration />
      }
      title={message.title}
      text={message.text}
      code={message.code}
      action={
        isAboutNumber && signInAgain ? (
          <Button onClick={() => signInAgain(window.location.pathname + window.location.search)}>
            Ввести номер ещё раз
          </Button>
        ) : (
          (has('support') && <Button onClick={openSupport}>Написать в поддержку</Button>) ||
          (has('retry') && <Button onClick={onRetry}>Попробовать ещё раз</Button>)
        )
      }
    />
  )
}

/** The link is blocked for 20 minutes: shows the remaining time, then allows another try (OO-32). */
function Blocked({ until, onRetry }: { until: number; onRetry: () => void }): ReactNode {
  const left = useSecondsLeft(until)
  const minutes = Math.ceil(left / 60)
  return (
    <ResultScreen
      illustration={<ClockIllustration />}
      title="Активировать Пакет сейчас невозможно"
      text={
        <>
          <span>Попробуйте через 20 минут</span>
          <output>{left === 0 && <VisuallyHidden>Уже можно попробовать ещё раз</VisuallyHidden>}</output>
        </>
      }
      action={
        <Button disabled={left > 0} onClick={onRetry}>
          {left > 0 ? (
            <>
              {/* The accessible name changes once a minute, not every second. */}
              <span aria-hidden="true" className="tabular-nums">
                {clockText(left)}
              </span>
              <VisuallyHidden>
                {`Попробовать ещё раз можно через ${minutes} ${plural(minutes, ['минуту', 'минуты', 'минут'])}`}
              </VisuallyHidden>
            </>
          ) : (
            'Попробовать ещё раз'
          )}
        </Button>
      }
    />
  )
}

interface ResultScreenProps {
  illustration?: ReactNode
  title: string
  text?: ReactNode
  code?: number | undefined
  action?: Elements
}
function ResultScreen({
  illustration = <ErrorIllustration />,
  title,
  text,
  code,
  action,
}: ResultScreenProps): ReactNode {
  const [, navigate] = useLocation()
  useEffect(focusHeading, [])
  return (
    <PageFrame hasFooter={false}>
      <EmptyState
        level={1}
        illustration={illustration}
        title={title}
        text={
          <>
            <span>{text}</span>
            {code !== undefined && <span className="mt-3 block text-small">{`Код ошибки ${code}`}</span>}
          </>
        }
        actions={
          <>
            {action}
            <Button
              variant={action ? 'secondary' : 'primary'}
              onClick={() => navigate('/profile', { replace: true, transition: true })}
            >
              Перейти в личный кабинет
            </Button>
          </>
        }
      />
    </PageFrame>
  )
}
