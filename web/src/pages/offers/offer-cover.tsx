import type { CmsOffer } from '@paket/sdk'
import type { ReactNode } from 'react'
import { tagIcon } from '#features/offers/tag-icons.tsx'
import { GiftIcon } from '#ui/icons.tsx'
import type { Elements } from '#ui/elements.ts'

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** Patterns of 320 × 200, in translucent white and black, so that they fit any background. */
const patterns: readonly Elements[] = [
  <>
    <path d="M0 130c60-40 110-40 160 0s100 40 160 0v70H0z" className="fill-paper" opacity="0.22" />
    <path d="M0 165c60-40 110-40 160 0s100 40 160 0v35H0z" className="fill-ink" opacity="0.1" />
  </>,
  <>
    <path d="M-20 200 120 0h60L40 200zM160 200 300 0h60L220 200z" className="fill-paper" opacity="0.18" />
    <path d="M60 200 200 0h30L90 200z" className="fill-ink" opacity="0.08" />
  </>,
  <g key="rings" className="stroke-paper" strokeWidth="14" fill="none" opacity="0.2">
    <circle cx="320" cy="200" r="60" />
    <circle cx="320" cy="200" r="104" />
    <circle cx="0" cy="0" r="60" />
    <circle cx="0" cy="0" r="104" />
  </g>,
  <>
    <path d="M36 0h64v54a32 32 0 0 1-64 0zM220 0h64v86a32 32 0 0 1-64 0z" className="fill-paper" opacity="0.2" />
    <path d="M36 200h64v-46a32 32 0 0 0-64 0zM220 200h64v-30a32 32 0 0 0-64 0z" className="fill-ink" opacity="0.09" />
  </>,
]

const partnerOf = ({ cardData, circleBrandLogos, circleRetailLogos, name }: CmsOffer): string =>
  cardData?.name ?? circleBrandLogos[0]?.name ?? circleRetailLogos[0]?.name ?? name

/** The cover of an offer without a picture: its colour, a pattern that all offers of a partner share, and the icon of its tag. Fills its parent. */
export function OfferCover({ offer }: { offer: CmsOffer }): ReactNode {
  const seed = Array.from(partnerOf(offer), (letter) => letter.codePointAt(0) ?? 0).reduce((sum, code) => sum + code, 0)
  const icon = offer.tags.map((tag) => tagIcon(tag.icon, 'size-9')).find(Boolean)
  return (
    <div className="on-dark absolute inset-0 bg-mint">
      <svg viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" className="size-full" aria-hidden="true">
        {isColour(offer.mainColor) && <rect width="320" height="200" fill={offer.mainColor} />}
        {patterns[seed % patterns.length]}
      </svg>
      <span className="absolute inset-0 m-auto flex size-18 items-center justify-center rounded-l bg-paper text-brand shadow-raised">
        {icon ?? <GiftIcon className="size-9" />}
      </span>
    </div>
  )
}
