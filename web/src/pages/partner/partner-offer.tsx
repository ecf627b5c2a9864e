import type { ReactNode } from 'react'
import { PageFrame } from '#layout/page-frame.tsx'
import type { PartnerName } from '#domain/entry-pages.ts'
import { Benefits } from '#features/benefits/benefits.tsx'
import { HeroPicture } from '#features/benefits/hero-picture.tsx'
import { Button } from '#ui/button.tsx'
import { Hero } from '#ui/hero.tsx'
import { Section } from '#ui/section.tsx'
import { wordsOfPartner } from './partner-words.ts'

interface Props {
  name: PartnerName
  onActivate: () => void
  /** Where it matters which store's card the user has. */
  onAskStore?: () => void
}

/** A partner's entry page, no matter who sees it (OP-69). */
export function PartnerOffer({ name, onActivate, onAskStore }: Props): ReactNode {
  return (
    <PageFrame>
      <Hero
        {...wordsOfPartner(name)}
        actions={
          <>
            <Button onDark size="l" onClick={onActivate}>
              Активировать
            </Button>
            {onAskStore && (
              <Button onDark variant="ghost" size="l" onClick={onAskStore}>
                О моей карте
              </Button>
            )}
          </>
        }
        picture={<HeroPicture />}
      />
      <Section title="Что даёт Пакет" className="mt-10">
        <Benefits tone="white" />
      </Section>
    </PageFrame>
  )
}
