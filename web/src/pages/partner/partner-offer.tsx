import type { ReactNode } from 'react'
import { PageFrame } from '#layout/page-frame.tsx'
import type { PartnerName } from '#domain/entry-pages.ts'
import { Benefits } from '#features/benefits/benefits.tsx'
import { HeroPicture } from '#features/benefits/hero-picture.tsx'
import { Button } from '#ui/button.tsx'
import { Hero } from '#ui/hero.tsx'
import { partnerTexts } from './partner-texts.ts'

interface Props {
  name: PartnerName
  onActivate: () => void
  /** Opens the choice of the store whose card the user has. */
  onAskStore?: () => void
}

/** The content of a partner's entry page, for visitors and for signed-in users (OP-69). */
export function PartnerOffer({ name, onActivate, onAskStore }: Props): ReactNode {
  return (
    <PageFrame>
      <Hero
        {...partnerTexts(name)}
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
      <Benefits tone="white" />
    </PageFrame>
  )
}
