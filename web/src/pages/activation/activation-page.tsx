import type { Result } from '@paket/sdk'
import { invalidate, staleAfter } from '@paket/sdk/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { blockedUntil, forgetBlock } from '#app/activation-block.ts'
import { Header } from '#app/header.tsx'
import { PageSkeleton } from '#app/page-skeleton.tsx'
import { useAccount, useServices } from '#app/services.ts'
import { useSupport } from '#app/support.ts'
import { messageOf } from '#modals/outcome-messages.ts'
import { Button } from '#ui/button.tsx'
import { Countdown } from '#ui/countdown.tsx'
import { Container } from '#ui/container.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ClockIllustration, ErrorIllustration, SuccessIllustration } from '#ui/illustrations.tsx'
import { Page } from '#ui/page.tsx'

type Answer = Result<'activateByLink'>
type Refused = Extract<Answer, { ok: false }>['failure']

/** Activation by the link of an SMS: one try when the page opens, and its result (options T4). */
export function ActivationPage(): ReactNode {
  const id = new URLSearchParams(useSearch()).get('id')
  return id ? <Activation key={id} id={id} /> : <Incomplete />
}

/** A link without its id (options T4, the last row). */
function Incomplete(): ReactNode {
  const openSupport = useSupport()
  const message = messageOf({ outcome: 'activation-unavailable' })
  return (
    <Told
      title={message?.title ?? ''}
      text={message?.text}
      action={<Button onClick={openSupport}>Написать в поддержку</Button>}
    />
  )
}

function Activation({ id }: { id: string }): ReactNode {
  const { startFlow, queryClient } = useAccount()
  const { host } = useServices()
  const [answer, setAnswer] = useState<Answer | null>(null)
  function activate(): void {
    setAnswer(null)
    void startFlow(async (io, api) => {
      const work = () => api.activateByLink({ activationId: id, source: host.name })
      const end = await io.spinner('Подписка активируется', work)
      if (end.ok) void invalidate(queryClient, ...staleAfter('activateByLink'))
      setAnswer(end)
    })
  }
  // One flow runs at a time: opened twice, the page activates once.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(activate, [id])
  if (!answer) return <PageSkeleton />
  if (!answer.ok) return <Refusal id={id} failure={answer.failure} onRetry={activate} />
  return (
    <Told
      illustration={<SuccessIllustration />}
      title="Сервис активирован"
      text="СМС с подтверждением придёт в течение 5 минут"
    />
  )
}

function Refusal({ id, failure, onRetry }: { id: string; failure: Refused; onRetry: () => void }): ReactNode {
  const { signInAnew } = useServices()
  const openSupport = useSupport()
  const message = messageOf(failure)
  if (failure.name === 'activationBlocked') return <Blocked id={id} onRetry={onRetry} />
  // Told where the session is.
  if (!message || failure.outcome === 'authorize-again') return <PageSkeleton />
  const illustrations = { success: <SuccessIllustration />, clock: <ClockIllustration /> }
  const isAboutNumber = failure.name === 'activationFailed' || failure.name === 'otherPhone'
  const hasSupport = message.buttons.some(({ answer }) => answer === 'support')
  return (
    <Told
      illustration={
        message.image === 'success' || message.image === 'clock' ? illustrations[message.image] : <ErrorIllustration />
      }
      title={message.title}
      text={message.text}
      code={message.code}
      action={
        isAboutNumber && signInAnew ? (
          <Button onClick={() => signInAnew(window.location.pathname + window.location.search)}>
            Ввести номер ещё раз
          </Button>
        ) : (
          hasSupport && <Button onClick={openSupport}>Написать в поддержку</Button>
        )
      }
    />
  )
}

/** The last try was less than 20 minutes ago: the time that is left, then another try (OO-32). */
function Blocked({ id, onRetry }: { id: string; onRetry: () => void }): ReactNode {
  const [until] = useState(() => blockedUntil(id, Date.now()))
  const [isOver, setIsOver] = useState(false)
  return (
    <Told
      illustration={<ClockIllustration />}
      title="Активировать Пакет сейчас невозможно"
      text={
        <>
          Попробуйте через 20 минут
          <span className="mt-4 block text-ink">
            <Countdown until={until} onEnd={() => setIsOver(true)} />
          </span>
        </>
      }
      action={
        <Button
          disabled={!isOver}
          onClick={() => {
            forgetBlock(id)
            onRetry()
          }}
        >
          Попробовать ещё раз
        </Button>
      }
    />
  )
}

interface ToldProps {
  illustration?: ReactNode
  title: string
  text?: ReactNode
  code?: number | undefined
  action?: ReactNode
}
function Told({ illustration = <ErrorIllustration />, title, text, code, action }: ToldProps): ReactNode {
  const [, navigate] = useLocation()
  return (
    <Page tone="grey" header={<Header />}>
      <Container>
        <EmptyState
          level={1}
          illustration={illustration}
          title={title}
          text={
            <>
              {text}
              {code !== undefined && <span className="mt-3 block text-small">Код ошибки {code}</span>}
            </>
          }
          actions={
            <>
              {action}
              <Button variant={action ? 'secondary' : 'primary'} onClick={() => navigate('/profile')}>
                Перейти в личный кабинет
              </Button>
            </>
          }
        />
      </Container>
    </Page>
  )
}
