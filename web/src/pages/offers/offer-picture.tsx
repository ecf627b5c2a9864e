import type { CmsOffer } from '@paket/sdk'
import { type ReactNode, useState } from 'react'
import { useServices } from '#services/services.ts'
import { webAddress } from '#domain/web-address.ts'
import { classes } from '#ui/classes.ts'
import { OfferCover } from './offer-cover.tsx'

/** The picture of an offer. A drawn cover is shown until it has loaded, and when it is missing or broken. */
export function OfferPicture({ offer, className }: { offer: CmsOffer; className?: string }): ReactNode {
  const src = useContentAddress(offer.image?.url)
  const [state, setState] = useState<'loading' | 'shown' | 'broken'>('loading')
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

/** The logos of an offer's chains and brands. */
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

/** Resolves an address of the content system, which may be relative to it; null for one that is not http or https. */
function useContentAddress(url: string | undefined): string | null {
  const { content } = useServices().settings
  return url === undefined ? null : webAddress(url, new URL(content, window.location.origin).href)
}
