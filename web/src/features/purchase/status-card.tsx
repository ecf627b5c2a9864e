import { bundleNamed, monthsOf, type Subscriber } from '@paket/sdk'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { durationLabel } from '#domain/duration.ts'
import { statusBlock } from '#domain/status-block.ts'
import { fromPrice } from './plans.ts'
import { type StatusWords, statusWords } from './status-words.ts'
import { statusInput } from './subscriber-kind.ts'
import { Button } from '#ui/button.tsx'
import { buttonClasses } from '#ui/button-classes.ts'
import { Card } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { Heading } from '#ui/heading.tsx'
import { StatusChip } from '#ui/status-chip.tsx'

const titleTones = { orange: 'text-orange', red: 'text-red' }
const buttons = { buy: 'Подключить Пакет', pay: 'Оплатить Пакет' } as const

interface Props {
  subscriber: Subscriber
  onBuy: () => void
  /** On the management page: without the link to it, and with a grey background. */
  isManaging?: boolean
}

/** The subscription's status, with its buttons to buy, pay or manage (O-PROFILE-01, OO-48). */
export function StatusCard({ subscriber, onBuy, isManaging = false }: Props): ReactNode {
  const [now] = useState(() => new Date())
  const block = statusBlock(statusInput(subscriber))
  const leadsToManage = block.manages && !isManaging
  const { bundle } = subscriber.currentPeriod
  const term =
    bundle && block.title === 'willBeCharged' && monthsOf(bundleNamed(bundle)) > 1 ? bundleNamed(bundle) : null
  return (
    <Card
      tone={isManaging ? 'grey' : 'white'}
      padding={isManaging ? 'm' : 'l'}
      as="section"
      className="flex flex-col gap-6 lg:flex-row lg:flex-wrap lg:items-center"
    >
      <div className="lg:grow lg:basis-72">
        <StatusText words={statusWords(subscriber, now)} />
        {term && <p className="mt-1 text-small text-soft">{`Срок: ${durationLabel(term.durationDays)}`}</p>}
        {block.offers === 'buy' && <p className="mt-3 font-semibold">{`От ${fromPrice} в месяц`}</p>}
      </div>
      {(block.offers ?? leadsToManage) && (
        <div className="flex shrink-0 flex-col gap-2 lg:items-stretch">
          {block.offers && (
            <Button size="l" onClick={onBuy}>
              {buttons[block.offers]}
            </Button>
          )}
          {leadsToManage && (
            <Link transition href="/manage" className={buttonClasses({ variant: 'secondary' })}>
              Управление подпиской
            </Link>
          )}
        </div>
      )}
    </Card>
  )
}

export const StatusText = ({ words: { chip, title, tone, text } }: { words: StatusWords }): ReactNode => (
  <>
    {chip && <StatusChip tone={chip.tone}>{chip.text}</StatusChip>}
    <Heading level={2} size="l" className={classes(chip && 'mt-4', tone && titleTones[tone])}>
      {title}
    </Heading>
    <p className="mt-2 text-soft">{text}</p>
  </>
)
