import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { Section } from '#ui/section.tsx'
import { pageHashes } from './page-states.ts'

/** Every account page in each of its states without content: loading, empty, failing, broken. */
export function GalleryPages(): ReactNode {
  return (
    <Section title="Страницы: загрузка, пусто, ошибка, пустой ответ">
      <Card>
        <nav aria-label="Страницы">
          <ul className="flex flex-wrap gap-x-4">
            {pageHashes.map(({ hash, page, state }) => (
              <li key={hash}>
                <a
                  href={hash}
                  target="_blank"
                  rel="noreferrer"
                  className="inline-flex min-h-11 min-w-11 items-center text-brand underline"
                >
                  {`${page.at} ${state}`}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </Card>
    </Section>
  )
}
