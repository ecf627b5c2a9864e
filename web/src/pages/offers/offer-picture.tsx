import type { CmsOffer } from '@paket/sdk'
import { type ReactNode, useState } from 'react'
import { useServices } from '#services/services.ts'
import { webAddress } from '#domain/web-address.ts'
import { classes } from '#ui/classes.ts'
import { OfferCover } from './offer-cover.tsx'

/** The offer's picture. Its place is taken by a drawn cover before it comes, and when it does not. */
export function OfferPicture({ offer, className }: { offer: CmsOffer; className?: string }): ReactNode {
  const src = useContentAddress(offer.image?.url)
  const [state, setState] = useState<'coming' | 'shown' | 'broken'>('coming')
  return (
    <div className={classes('relative aspect-[8/5] overflow-hidden bg-mint', className)}>
      {state !== 'shown' && <OfferCover offer={offer} />}
      {src && state !== 'broken' && (
        <img
          src={src}
          alt=""
          width="320"
          height="200"
          loading="lazy"
          decoding="async"
          onLoad={() => setState('shown')}
          onError={() => setState('broken')}
          className="absolute size-full object-cover"
        />
      )}
    </div>
  )
}

/** Round logos of chains and brands, named. */
export function OfferLogos({ offer }: { offer: CmsOffer }): ReactNode {
  const logos = [...offer.circleRetailLogos, ...offer.circleBrandLogos]
  if (logos.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {logos.map((logo) => (
        <Logo key={logo.url} {...logo} />
      ))}
    </ul>
  )
}

function Logo({ url, name }: CmsOffer['circleBrandLogos'][number]): ReactNode {
  const src = useContentAddress(url)
  return (
    src && (
      <li className="size-10 overflow-hidden on-dark rounded-xl border border-line bg-paper">
        <img
          src={src}
          alt={name}
          width="40"
          height="40"
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      </li>
    )
  )
}

/** Addresses of the content are relative to where the content is. */
function useContentAddress(url: string | undefined): string | null {
  const { content } = useServices().settings
  return url === undefined ? null : webAddress(url, new URL(content, window.location.origin).href)
}
