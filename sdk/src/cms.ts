import { type components, contentRead } from './generated/cms.ts'
import { jsonOf } from './answer.ts'
import { endOf } from './deadline.ts'
import { DEFAULT_MAX_BYTES, discard, readText } from './transport.ts'

/** The offers of «Мой Пакет», as editors wrote them. */
export type MyPaketPage = components['schemas']['MyPaketPage']['data']
export type CmsOffer = components['schemas']['CmsOffer']
export type CmsTag = components['schemas']['CmsTag']
/** draft: what editors work on. published: what everybody sees. */
export type ContentStatus = 'draft' | 'published'

export interface ContentOptions {
  /** Address of the content system, absolute or on the page's origin: `/cms`. */
  baseUrl: string
  /** Default: the platform's `fetch`. No token is sent. */
  fetch?: typeof globalThis.fetch
  /** How long a read may take, in milliseconds. Default: 30 000. */
  timeoutMs?: number
}
/** Why there is no content: an HTTP status that is not 200, a body that is none, no answer, none in time. */
export interface ContentFailure {
  readonly name: 'unexpectedStatus' | 'malformed' | 'noConnection' | 'timeOut'
  readonly outcome: 'retry-in-place'
  readonly status: number | undefined
}
export type ContentResult = { ok: true; data: MyPaketPage } | { ok: false; failure: ContentFailure }

const populate = 'tags,offers,bundles,logos,cardData'

/**
 * Reads the content system (options §7): without a token, never throwing for what a server or a network does. Rejects only with the
 * reason of your own signal. An offer that lacks a name or a title, or repeats a name, is left out: one broken entry does not take the
 * page away. What else an offer lacks is empty.
 */
export async function readMyPaketPage(
  { baseUrl, fetch = globalThis.fetch, timeoutMs = 30_000 }: ContentOptions,
  { status = 'published', signal }: { status?: ContentStatus; signal?: AbortSignal } = {},
): Promise<ContentResult> {
  const end = endOf(signal, timeoutMs)
  const fail = (name: ContentFailure['name'], httpStatus?: number): ContentResult => ({
    ok: false,
    failure: { name, outcome: 'retry-in-place', status: httpStatus },
  })
  try {
    const query = new URLSearchParams({ status, populate })
    const asked = fetch(`${baseUrl.replace(/\/$/, '')}${contentRead.path}?${query}`, { signal: end.signal })
    const answer = await end.race(asked)
    if (!answer) return fail('timeOut')
    if (!answer.ok) {
      discard(answer)
      return fail('unexpectedStatus', answer.status)
    }
    const text = await readText(answer, DEFAULT_MAX_BYTES, end).catch(() => '')
    const page = text === null ? undefined : toMyPaketPage(jsonOf(text))
    end.throwIfGivenUp()
    if (end.isLate()) return fail('timeOut')
    return page ? { ok: true, data: page } : fail('malformed', answer.status)
  } catch {
    if (end.isLate()) return fail('timeOut')
    end.throwIfGivenUp()
    return fail('noConnection')
  } finally {
    end.clear()
  }
}

/** The page of a body that the content system has answered, or of `{ data }` with one that was kept; undefined when it is none. Never throws. */
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

/** What editors wrote: any field may be missing or be something else. */
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

/** How long the page is fresh and kept, in milliseconds (4 h, 24 h); draft and published are kept apart. */
export const contentCache = { freshMs: contentRead.freshMs, keptMs: contentRead.keptMs }
