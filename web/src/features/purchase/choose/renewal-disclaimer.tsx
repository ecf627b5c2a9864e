import type { ReactNode } from 'react'
import { Disclosure } from '#ui/disclosure.tsx'
import { renewalSteps } from './renewal-steps.ts'

/** How the subscription is renewed, shown beside the payment. */
export function RenewalDisclaimer({ days }: { days: number }): ReactNode {
  return (
    <Disclosure look="quiet" title="Как продлевается Пакет">
      <ol className="list-decimal space-y-1.5 pl-5">
        {renewalSteps(days).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Disclosure>
  )
}
