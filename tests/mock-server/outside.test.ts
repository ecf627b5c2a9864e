import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkSettings } from '#web/config/settings.ts'
import { ask, mockOfFile } from './support.ts'

const mock = mockOfFile()
const web = resolve(import.meta.dirname, '../../web')
const read = async (file: string) => JSON.parse(await readFile(resolve(web, file), 'utf8')) as object
const settings = checkSettings({ ...(await read('public/config.json')), ...(await read('config.development.json')) })
const addresses = [...new Set(JSON.stringify(settings).match(/(?<=")\/outside\/[^"]+/g))]

describe('the mock’s stand-ins for third parties', () => {
  it('cover every script, gift, legal page, store and the fridge page in the settings', () => {
    const { widgets, legal, fridge, promo, stores, support } = settings
    const named = [
      ...Object.values(legal),
      fridge,
      promo.litres.gift,
      promo.litres.promocodes,
      promo.shoko24.gift,
      ...stores.map(({ url }) => url),
      support.telegram,
      support.vk,
      widgets.metrics,
      widgets.analytics,
      widgets.banner?.script,
      ...['hr', 'activated', 'other'].map((kind) => widgets.chat?.[kind as 'hr']),
    ]
    expect(new Set(named)).toEqual(new Set(addresses))
  })
  it.each(addresses)('answer at %s and state that they are not the real page', async (address) => {
    const { status, headers, body } = await ask(mock.origin, 'GET', address)
    expect(status).toBe(200)
    if (address.endsWith('.js'))
      expect({ contentType: headers.get('content-type'), body }).toEqual({
        contentType: 'text/javascript; charset=utf-8',
        body: expect.stringMatching(/fake|Fake/),
      })
    else expect(body).toContain('макет')
  })
  it('define the functions that the settings name', async () => {
    const { banner, chat, clientId } = settings.widgets
    const script = async (address: unknown) => (await ask(mock.origin, 'GET', address as string)).body
    expect(await script(chat?.other)).toContain(`window.${chat?.open} =`)
    expect(await script(banner?.script)).toContain(`window.${banner?.loader} =`)
    expect(await script(settings.widgets.metrics)).toContain(`window.${clientId} =`)
  })
  it.each(['nothing', '__proto__', 'constructor'])(
    'return 404 with the known paths for any other: %s',
    async (name) => {
      expect(await ask(mock.origin, 'GET', `/outside/${name}`)).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining('fridge') },
      })
    },
  )
  it('take no other method than GET', async () => {
    expect((await ask(mock.origin, 'POST', '/outside/terms', {})).status).toBe(405)
  })
})
