import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { readMyPaketPage } from '@paket/sdk'
import { contentQuery } from '@paket/sdk/react-query'
import { jsonResponse, never } from './support.ts'

const offer = (name: string) => ({ name, title: 'Кино' })
/** A body whose connection is reset halfway. */
const brokenBody = () =>
  new ReadableStream({
    pull: (controller) => controller.error(new TypeError('terminated')),
  })
/** A body that never sends anything. */
const silentBody = () => new ReadableStream()
/** The offer as it is read: missing fields are empty. */
const read = (name: string) => ({
  ...offer(name),
  description: '',
  mainColor: '',
  image: null,
  type: 'other',
  bundles: [],
  tags: [],
  circleRetailLogos: [],
  circleBrandLogos: [],
  cardData: null,
})
const page = (...offers: unknown[]) => ({ data: { offers } })
const stub = (answer: (url: string, init?: RequestInit) => Response | Promise<Response>) =>
  (async (url: string, init?: RequestInit) => answer(url, init)) as typeof globalThis.fetch

describe('the content system', () => {
  it('is read with a GET, without a token, published unless configured otherwise [O-CALL-28] [O-CALL-29] [O-CALL-30]', async () => {
    const seen: [string, RequestInit | undefined][] = []
    const fetch = stub((url, init) => {
      seen.push([url, init])
      return jsonResponse(200, page(offer('kino')))
    })
    expect(await readMyPaketPage({ baseUrl: '/cms/', fetch })).toEqual({ ok: true, data: { offers: [read('kino')] } })
    await readMyPaketPage({ baseUrl: '/cms', fetch }, { status: 'draft' })
    expect(seen.map(([url]) => url)).toEqual([
      '/cms/api/my-paket-page?status=published&populate=tags%2Coffers%2Cbundles%2Clogos%2CcardData',
      '/cms/api/my-paket-page?status=draft&populate=tags%2Coffers%2Cbundles%2Clogos%2CcardData',
    ])
    expect(seen.map(([, init]) => [init?.method, init?.headers])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ])
  })

  it('skips only the broken offers', async () => {
    const fetch = stub(() => jsonResponse(200, page(offer('a'), null, { name: 'b' }, 7, offer('c'))))
    expect(await readMyPaketPage({ baseUrl: '/cms', fetch })).toEqual({
      ok: true,
      data: { offers: [read('a'), read('c')] },
    })
  })

  it('keeps the first of offers with the same name', async () => {
    const fetch = stub(() => jsonResponse(200, page(offer('a'), { ...offer('a'), title: 'Ещё' }, offer('c'))))
    expect(await readMyPaketPage({ baseUrl: '/cms', fetch })).toMatchObject({
      data: { offers: [{ name: 'a', title: 'Кино' }, { name: 'c' }] },
    })
  })

  it('reads an offer without its broken parts [O-ENTITY-22] [O-ENTITY-23] [O-ENTITY-24] [O-ENTITY-25]', async () => {
    const tag = { name: 'food', label: 'Еда', icon: 'cup', filterGroup: 'Категории' }
    const logo = { url: '/logo.svg', name: 'Кино' }
    const whole = {
      ...offer('kino'),
      description: 'Сеанс',
      mainColor: '#0b6b3f',
      image: { url: '/kino.svg' },
      type: 'common',
      bundles: ['standard199'],
      tags: [tag],
      circleRetailLogos: [logo],
      circleBrandLogos: [logo],
      cardData: { name: 'Кино', partnerOfferId: 'kino-1', buttonText: null, buttonUrl: 'https://kino.example/' },
    }
    const broken = {
      ...whole,
      name: 'broken',
      image: { url: 7 },
      bundles: ['standard199', 7],
      tags: [tag, { name: 'x' }, null],
      circleRetailLogos: [null, logo, 'x'],
      circleBrandLogos: {},
      cardData: 'x',
    }
    const halfBroken = {
      ...whole,
      name: 'half-broken',
      type: 'new',
      tags: [{ label: 'a', filterGroup: 'b' }, { name: 'a', filterGroup: 'b' }, { name: 'a', label: 'b' }, tag],
      circleRetailLogos: [{ name: 'a' }, logo],
      circleBrandLogos: [{ url: '/a.svg' }, logo],
      cardData: null,
    }
    const fetch = stub(() => jsonResponse(200, page(whole, broken, halfBroken)))
    expect(await readMyPaketPage({ baseUrl: '/cms', fetch })).toEqual({
      ok: true,
      data: {
        offers: [
          whole,
          { ...whole, name: 'broken', image: null, circleBrandLogos: [], cardData: null },
          { ...whole, name: 'half-broken', type: 'other', cardData: null },
        ],
      },
    })
  })

  it.each<[string, () => Response, string, number | undefined]>([
    ['HTTP 500', () => jsonResponse(500, {}), 'unexpectedStatus', 500],
    ['HTTP 404', () => jsonResponse(404, {}), 'unexpectedStatus', 404],
    ['a page', () => jsonResponse(200, '<html>'), 'malformed', 200],
    ['another shape', () => jsonResponse(200, { data: [] }), 'malformed', 200],
    ['null', () => jsonResponse(200, null), 'malformed', 200],
    ['an empty object', () => jsonResponse(200, {}), 'malformed', 200],
    ['a body that breaks', () => new Response(brokenBody()), 'malformed', 200],
    [
      'no network',
      () => {
        throw new TypeError('fetch failed')
      },
      'noConnection',
      undefined,
    ],
  ])('is a failure with the outcome retry-in-place when it answers %s', async (_, answer, name, status) => {
    const result = await readMyPaketPage({ baseUrl: '/cms', fetch: stub(answer) })
    expect(result).toEqual({ ok: false, failure: { name, outcome: 'retry-in-place', status } })
  })

  it('ends at its deadline when the answer or its body hangs, and with the caller’s signal', async () => {
    const server = createServer((request, response) => {
      if (request.url?.startsWith('/slow')) response.writeHead(200).write('{"data":')
    }).listen(0)
    onTestFinished(() => {
      server.close().closeAllConnections()
    })
    const { port } = server.address() as AddressInfo
    for (const path of ['/none', '/slow']) {
      const options = { baseUrl: `http://127.0.0.1:${port}${path}`, timeoutMs: 50 }
      expect(await readMyPaketPage(options)).toMatchObject({ ok: false, failure: { name: 'timeOut' } })
    }
    const signal = AbortSignal.abort(new Error('left'))
    await expect(readMyPaketPage({ baseUrl: `http://127.0.0.1:${port}` }, { signal })).rejects.toThrow('left')
  })
})

describe('a read of the content system', () => {
  it('aborts its request when the deadline expires', async () => {
    let signal: AbortSignal | null | undefined
    const fetch = stub((_, init) => {
      signal = init?.signal
      return never()
    })
    expect(await readMyPaketPage({ baseUrl: '/cms', fetch, timeoutMs: 5 })).toMatchObject({
      failure: { name: 'timeOut' },
    })
    expect(signal?.aborted).toBe(true)
  })
  it('is the failure timeOut when the body does not come in time', async () => {
    const fetch = stub(() => new Response(silentBody()))
    expect(await readMyPaketPage({ baseUrl: '/cms', fetch, timeoutMs: 20 })).toEqual({
      ok: false,
      failure: { name: 'timeOut', outcome: 'retry-in-place', status: undefined },
    })
  })
  it('is the failure timeOut when the network fails after the deadline and no timer could fire', async () => {
    const fetch = stub(() => {
      const startedAt = performance.now()
      while (performance.now() - startedAt < 20);
      throw new TypeError('fetch failed')
    })
    expect(await readMyPaketPage({ baseUrl: '/cms', fetch, timeoutMs: 5 })).toMatchObject({
      failure: { name: 'timeOut' },
    })
  })
  it.each([
    ['while its request is sent', (leave: () => void) => [leave(), never()][1]!],
    ['before the answer', (leave: () => void) => (setTimeout(leave, 5), never())],
    ['in the body', (leave: () => void) => (setTimeout(leave, 5), new Response(silentBody()))],
  ])('rejects with the signal’s reason when the caller aborts %s', async (_, answer) => {
    const leaving = new AbortController()
    const fetch = stub(() => answer(() => leaving.abort(new Error('left'))))
    await expect(readMyPaketPage({ baseUrl: '/cms', fetch }, { signal: leaving.signal })).rejects.toThrow('left')
  })
  it('cancels the body of an answer that it does not read', async () => {
    const cancel = vi.fn<() => void>()
    const fetch = stub(() => new Response(new ReadableStream({ cancel }), { status: 404 }))
    await readMyPaketPage({ baseUrl: '/cms', fetch })
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledTimes(1))
  })
  it('leaves no timer', async () => {
    vi.useFakeTimers()
    try {
      await readMyPaketPage({ baseUrl: '/cms', fetch: stub(() => jsonResponse(200, page())) })
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})

test('content is fresh for 4 h and cached for 24 h, drafts cached separately; a failure is thrown with its name [O-CACHE-06] [O-CACHE-07]', async () => {
  const options = { baseUrl: '/cms', fetch: stub(() => jsonResponse(503, {})) }
  expect(contentQuery(options)).toMatchObject({ staleTime: 14_400_000, gcTime: 86_400_000 })
  expect(contentQuery(options, 'draft').queryKey).not.toEqual(contentQuery(options).queryKey)
  await expect(new QueryClient().fetchQuery(contentQuery(options))).rejects.toMatchObject({
    failure: { name: 'unexpectedStatus', status: 503 },
  })
})

describe('the query of the content', () => {
  const client = new QueryClient()
  const answering = (reply: () => Response | Promise<Response>) => {
    const requests: { url: URL; signal: AbortSignal | null | undefined }[] = []
    const fetch = async (input: unknown, init?: RequestInit) => {
      requests.push({ url: new URL(String(input)), signal: init?.signal })
      return reply()
    }
    return { options: { baseUrl: 'https://cms.example', fetch }, requests }
  }

  it.each(['published', 'draft'] as const)('asks for %s, which is cached by itself', async (status) => {
    const { options, requests } = answering(() => jsonResponse(200, page(offer(status))))
    const asks = status === 'draft' ? contentQuery(options, status) : contentQuery(options)
    expect(asks.queryKey).toEqual(['paket', 'myPaketPage', status])
    const { offers } = await client.fetchQuery(asks)
    expect(offers.map(({ name }) => name)).toEqual([status])
    expect(requests[0]?.url.searchParams.get('status')).toBe(status)
  })

  it('is aborted when it is cancelled', async () => {
    const { options, requests } = answering(never)
    const asks = contentQuery(options, 'draft')
    const pending = client.fetchQuery({ ...asks, queryKey: [...asks.queryKey, 'cancelled'] }).catch(() => 'cancelled')
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    await client.cancelQueries()
    expect({ error: await pending, aborted: requests[0]?.signal?.aborted }).toEqual({
      error: 'cancelled',
      aborted: true,
    })
  })

  it.each<[reply: () => Response | Promise<Response>, message: string]>([
    [() => jsonResponse(503, {}), 'content: unexpectedStatus (HTTP 503)'],
    [() => Promise.reject(new TypeError('no network')), 'content: noConnection'],
  ])('fails with an Error that says why', async (reply, message) => {
    const asks = contentQuery(answering(reply).options)
    const error: unknown = await client.fetchQuery({ ...asks, queryKey: [message] }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'ContentError', message })
  })
})
