import type { ReactNode } from 'react'
import { Section } from '#ui/section.tsx'

const steps = [
  { title: 'Войдите', text: 'По номеру телефона' },
  { title: 'Оплатите', text: 'Картой или баллами, если их хватает' },
  { title: 'Пользуйтесь', text: 'Пакет подключится сам, в течение 5 минут придёт СМС' },
]

/** What happens between the button and the subscription. */
export const HowToBuy = (): ReactNode => (
  <Section title="Как подключить">
    <ol className="flex flex-col gap-x-10 gap-y-5 lg:flex-row lg:flex-wrap lg:*:flex-1">
      {steps.map(({ title, text }, place) => (
        <li key={title} className="flex gap-4">
          <span aria-hidden="true" className="w-[1rem] shrink-0 text-title-l font-semibold text-brand">
            {place + 1}
          </span>
          <div>
            <p className="font-semibold">{title}</p>
            <p className="text-soft">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  </Section>
)
