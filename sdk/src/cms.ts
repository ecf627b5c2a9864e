import { type components, contentRead } from './generated/cms.ts'
import { jsonOf } from './answer.ts'
import { throwIfAborted, within } from './deadline.ts'
import { DEFAULT_MAX_BYTES, discard, readText } from './transport.ts'

/** The offers of «Мой Пакет», as editors wrote them. */
export type MyPaketPage = components['schemas']['MyPaketPage']['data']
export type CmsOffer = components['schemas']['CmsOffer']
export type CmsTag = components['schemas']['CmsTag']
/** `draft`: what editors work on. `published`: what users see. */
export type ContentStatus = 'draft' | 'published'

/** Options of `readMyPaketPage`. */
export interface ContentOptions {
  /** Address of the content system, absolute or on the page's origin: `/cms`. */
  baseUrl: string
  /** Default: the platform's `fetch`. No token is sent. */
  fetch?: typeof globalThis.fetch
  /** How long a read may take, in milliseconds. Default: 30 000. */
  timeoutMs?: number
}
/** Why there is no content: an HTTP status other than 200, a malformed body, no connection, a timeout. */
export interface ContentFailure {
  readonly name: 'unexpectedStatus' | 'malformed' | 'noConnection' | 'timeOut'
  readonly outcome: 'retry-in-place'
  readonly status: number | undefined
}
/** What `readMyPaketPage` returns: the page or its failure. */
export type ContentResult = { ok: true; data: MyPaketPage } | { ok: false; failure: ContentFailure }

const populate = 'tags,offers,bundles,logos,cardData'

/**
 * Reads the content system without a token. Returns server and network failures as values; rejects only with the
 * reason of your own signal. Skips an offer without a name or a title, or with a repeated name, so that one broken entry does not
 * break the page; any other field that is missing is empty.
 */
// Source: options §7.
export async function readMyPaketPage(
  { baseUrl, fetch = globalThis.fetch, timeoutMs = 30_000 }: ContentOptions,
  { status = 'published', signal }: { status?: ContentStatus; signal?: AbortSignal } = {},
): Promise<ContentResult> {
  const failed = (name: ContentFailure['name'], httpStatus?: number): ContentResult => ({
    ok: false,
    failure: { name, outcome: 'retry-in-place', status: httpStatus },
  })
  const query = new URLSearchParams({ status, populate })
  try {
    const read = await within(timeoutMs, signal, async (deadline) => {
      const answer = await fetch(`${baseUrl.replace(/\/$/, '')}${contentRead.path}?${query}`, {
        signal: deadline.signal,
      })
      if (!answer.ok || deadline.isOver()) {
        discard(answer)
        return failed('unexpectedStatus', answer.status)
      }
      const text = await readText(answer, DEFAULT_MAX_BYTES, deadline).catch(() => '')
      const page = toMyPaketPage(jsonOf(text))
      return page ? { ok: true as const, data: page } : failed('malformed', answer.status)
    })
    return read ?? failed('timeOut')
  } catch {
    throwIfAborted(signal)
    return failed('noConnection')
  }
}

/** Parses a body of the content system, or `{ data }` with a stored page; undefined when it is malformed. Never throws. */
export function toMyPaketPage(body: unknown): MyPaketPage | undefined {
  const offers = (body as Partial<{ data: { offers: unknown } }> | null | undefined)?.data?.offers
  if (!Array.isArray(offers)) return undefined
  const names = new Set<string>()
  const read = offers.flatMap((each: unknown) => {
    const offer = toOffer(each ?? {})
    if (!offer || names.has(offer.name)) return []
    names.add(offer.name)
    return [offer]
  })
  return { offers: read }
}

/** Unvalidated content: any field may be missing or malformed. */
type Wire<Part> = { readonly [Field in keyof Part]?: unknown }

function toOffer(offer: Wire<CmsOffer>): CmsOffer | undefined {
  const { name, title } = offer
  if (!isText(name) || !isText(title)) return undefined
  const image = (offer.image ?? {}) as Wire<NonNullable<CmsOffer['image']>>
  return {
    name,
    title,
    description: textOf(offer.description),
    mainColor: textOf(offer.mainColor),
    image: isText(image.url) ? { url: image.url } : null,
    type: offer.type === 'common' ? 'common' : 'other',
    bundles: listOf(offer.bundles).filter(isText),
    tags: listOf(offer.tags).filter(isTag),
    circleRetailLogos: listOf(offer.circleRetailLogos).filter(isLogo),
    circleBrandLogos: listOf(offer.circleBrandLogos).filter(isLogo),
    cardData: toCardData(offer.cardData),
  }
}

function toCardData(value: unknown): CmsOffer['cardData'] {
  if (typeof value !== 'object' || value === null) return null
  const { name, partnerOfferId, buttonText, buttonUrl } = value as Wire<NonNullable<CmsOffer['cardData']>>
  const orNull = (text: unknown) => textOf(text) || null
  return {
    name: orNull(name),
    partnerOfferId: orNull(partnerOfferId),
    buttonText: orNull(buttonText),
    buttonUrl: orNull(buttonUrl),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const textOf = (value: unknown) => (isText(value) ? value : '')
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
function isTag(value: unknown): value is CmsTag {
  const { name, label, filterGroup } = (value ?? {}) as Wire<CmsTag>
  return isText(name) && isText(label) && isText(filterGroup)
}
function isLogo(value: unknown): value is CmsOffer['circleBrandLogos'][number] {
  const { url, name } = (value ?? {}) as Wire<CmsOffer['circleBrandLogos'][number]>
  return isText(url) && isText(name)
}

/** How long the page is fresh and how long it is cached, in milliseconds (4 h, 24 h); draft and published are cached separately. */
export const contentCache = { freshMs: contentRead.freshMs, keptMs: contentRead.keptMs }
