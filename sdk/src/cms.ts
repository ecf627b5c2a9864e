import { type components, contentRead } from './generated/cms.ts'
import { endOf } from './end.ts'

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
 * reason of your own signal. An offer that lacks a name or a title is left out: one broken entry does not take the page away.
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
    const answer = await fetch(`${baseUrl.replace(/\/$/, '')}${contentRead.path}?${query}`, { signal: end.signal })
    if (!answer.ok) return fail('unexpectedStatus', answer.status)
    const body: unknown = await answer.json().catch((error: unknown) => {
      if (end.signal.aborted) throw error
      return undefined
    })
    const offers = offersOf(body)
    return offers ? { ok: true, data: { offers } } : fail('malformed', answer.status)
  } catch {
    if (end.isLate()) return fail('timeOut')
    signal?.throwIfAborted()
    return fail('noConnection')
  } finally {
    end.clear()
  }
}

function offersOf(body: unknown): CmsOffer[] | undefined {
  const offers = (body as Partial<{ data: { offers: unknown } }> | null | undefined)?.data?.offers
  return Array.isArray(offers) ? offers.filter(isOffer) : undefined
}
function isOffer(offer: unknown): offer is CmsOffer {
  const { name, title } = (offer ?? {}) as Partial<CmsOffer>
  return typeof name === 'string' && typeof title === 'string'
}

/** How long the page is fresh and kept, in milliseconds (4 h, 24 h); draft and published are kept apart. */
export const contentCache = { freshMs: contentRead.freshMs, keptMs: contentRead.keptMs }
