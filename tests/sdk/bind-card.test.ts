import { describe, expect, it } from 'vitest'
import { bindCard, type PageReturn } from '@paket/sdk'
import { clientOf, jsonResponse, never } from './support.ts'

const form = { code: 0, formUrl: 'https://pay.example.org/form/1' }
const cards = [{ id: 'c1', isMainCard: true, cardType: 'MIR', maskedPan: '220012******4417', expireDate: '09/28' }]

async function bind(back: PageReturn, binding: object = form, list: object = { code: 0, cards }) {
  const { client, sent } = clientOf(({ path }) => (path.endsWith('register_binding') ? binding : list))
  const opened: string[] = []
  const openPage = async (url: string) => {
    opened.push(url)
    return back
  }
  const end = await bindCard(client, { source: 'web', from: 'scores', openPage })
  return { end, opened, sent: sent.map(({ path, body }) => [path, body]) }
}

describe('card binding', () => {
  it('opens the page and reads the cards when the user comes back (OP-33) [C-CALL-15] [C-CALL-16]', async () => {
    const { end, opened, sent } = await bind('returned')
    expect(end).toEqual({
      kind: 'bound',
      cards: [{ id: 'c1', isMainCard: true, type: 'MIR', mask: '220012******4417', expiry: '09/28' }],
    })
    expect(opened).toEqual([form.formUrl])
    const parameters = { event: 'card-binding', from: 'scores' }
    expect(sent).toEqual([
      [
        '/v1/register_binding',
        { source: 'web', returnUrlParameters: parameters, failUrlParameters: { ...parameters, result: 'failed' } },
      ],
      ['/v1/get_bank_cards', {}],
    ])
  })

  it.each([
    ['failed', 'notBound'],
    ['left', 'left'],
  ] as const)('ends when it came back as %s as %s, and asks nothing more', async (back, kind) => {
    const { end, sent } = await bind(back)
    expect({ end, sentCount: sent.length }).toEqual({ end: { kind }, sentCount: 1 })
  })

  it.each([
    [{ code: 5 }, 'cardNotAdded'],
    [{ code: 0 }, 'malformed'],
    [jsonResponse(500, {}), 'bindingFailed'],
  ])('opens no page when it is refused with %j', async (refusal, name) => {
    const { end, opened } = await bind('returned', refusal)
    expect(end).toMatchObject({ kind: 'notStarted', failure: { name } })
    expect(opened).toEqual([])
  })

  it('ends with cardsUnread when the list cannot be read: the card may be bound', async () => {
    const { end } = await bind('returned', form, { code: 3 })
    expect(end).toMatchObject({ kind: 'cardsUnread', failure: { name: 'cardsRefused' } })
  })

  it.each(['returned', 'failed', 'left'] as const)(
    'rejects when the caller aborts while the page is open: %s',
    async (back) => {
      const stop = new AbortController()
      const { client, sent } = clientOf(() => form)
      const openPage = async () => {
        stop.abort(new Error('closed'))
        return back
      }
      const binding = bindCard(client, { source: 'web', from: 'profile', openPage, signal: stop.signal })
      await expect(binding).rejects.toThrow('closed')
      expect(sent).toHaveLength(1)
    },
  )

  it('rejects when the caller aborts during a call', async () => {
    const stop = new AbortController()
    const { client } = clientOf(() => (setTimeout(() => stop.abort(new Error('closed')), 5), never()))
    const openPage = async () => 'returned' as const
    const binding = bindCard(client, { source: 'web', from: 'profile', openPage, signal: stop.signal })
    await expect(binding).rejects.toThrow('closed')
  })

  it('passes its timeout to each call', async () => {
    const { client } = clientOf(({ path }) => (path.endsWith('register_binding') ? form : never()))
    const openPage = async () => 'returned' as const
    expect(await bindCard(client, { source: 'web', from: 'profile', openPage, timeoutMs: 200 })).toMatchObject({
      kind: 'cardsUnread',
      failure: { name: 'timeOut' },
    })
  })
})
