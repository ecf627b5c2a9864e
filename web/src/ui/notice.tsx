import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import type { Elements } from './elements.ts'
import { Heading } from './heading.tsx'
import { WarningIcon } from './icons.tsx'

interface NoticeProps {
  title: string
  text: ReactNode
  /** One button or link. */
  action: Elements
  tone?: 'white' | 'grey' | undefined
  /** Announced by screen readers immediately. */
  isAlert?: boolean | undefined
  className?: string | undefined
}

/** A highlighted message between the sections of a page. */
export function Notice({ title, text, action, tone, isAlert = false, className }: NoticeProps): ReactNode {
  return (
    <Card tone={tone} className={className}>
      <div {...(isAlert && { role: 'alert' })} className="flex flex-col gap-4 lg:flex-row lg:items-center">
        <span className="flex size-12 shrink-0 items-center justify-center rounded-m bg-orange-soft text-orange">
          <WarningIcon />
        </span>
        <div className="min-w-0 flex-1">
          <Heading level={2} size="s">
            {title}
          </Heading>
          <p className="mt-1 text-soft">{text}</p>
        </div>
        {action}
      </div>
    </Card>
  )
}
