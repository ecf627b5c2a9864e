import type { IncomingMessage, ServerResponse } from 'node:http'
import { pathOf, Problem } from '#engine/http/http.ts'
import { escapeHtml, sendPage } from '#engine/http/page.ts'

/** Stand-ins for what third parties serve in production: scripts that the app loads, and pages that it links to. */
export const OUTSIDE_PATH = '/outside'

/** Third-party pages by path. */
const pages: Record<string, string> = {
  terms: 'Условия использования',
  privacy: 'Политика конфиденциальности',
  faq: 'Вопросы и ответы',
  'faq-hr': 'Вопросы и ответы для сотрудников',
  fridge: 'Холодильник: страница группы',
  telegram: 'Поддержка в Telegram',
  vk: 'Поддержка ВКонтакте',
  'gifts/litres': 'Подарок от Литрес',
  'gifts/litres/promocodes': 'Промокоды Литрес',
  'gifts/shoko24': 'Подарок от «Шоколадницы»',
  'cards/5ka': 'Карта Пятёрочки',
  'cards/perekrestok': 'Карта Перекрёстка',
}

/** A fake chat that shows its audience, opened by the function that the settings name. */
const chat = (kind: string) => `window.openFakeChat = () => {
  const dialog = document.createElement('dialog')
  const title = document.createElement('p')
  title.textContent = 'Чат поддержки, не настоящий: ${kind}'
  const close = document.createElement('button')
  close.textContent = 'Закрыть чат'
  close.addEventListener('click', () => dialog.remove())
  dialog.setAttribute('aria-label', 'Чат поддержки')
  dialog.append(title, close)
  document.body.append(dialog)
  dialog.showModal()
}`
/** Third-party scripts by path. They create elements instead of HTML strings, as the app's CSP requires. */
const scripts: Record<string, string> = {
  'chat-hr.js': chat('сотрудник'),
  'chat-activated.js': chat('подписчик'),
  'chat-other.js': chat('гость'),
  'metrics.js': `window.fakeMetrics = { visits: 1 }
window.fakeClientId = (report) => report('fake-client-id')`,
  'analytics.js': `window.fakeAnalytics = { visits: 1 }`,
  'banner.js': `window.showFakeBanner = (ids, place) => {
  const link = document.createElement('a')
  link.href = '${OUTSIDE_PATH}/fridge'
  link.textContent = 'Реклама, не настоящая: ' + ids.join(', ')
  Object.assign(link.style, { display: 'grid', placeItems: 'center', height: '96px', background: '#fde68a', color: '#1c1917', font: '16px sans-serif' })
  place.append(link)
}`,
}

const textAt = (texts: Record<string, string>, name: string) => (Object.hasOwn(texts, name) ? texts[name] : undefined)

/** Serves a stand-in that is clearly not the real page. */
export function outside(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== 'GET')
    throw new Problem(405, 'Wrong method', `Third-party pages are read-only, got ${request.method}`, {
      headers: { allow: 'GET' },
    })
  const name = pathOf(request).slice(OUTSIDE_PATH.length + 1)
  const script = textAt(scripts, name)
  if (script !== undefined)
    return void response
      .writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' })
      .end(script)
  const title = textAt(pages, name)
  if (title === undefined) {
    const known = [...Object.keys(pages), ...Object.keys(scripts)].join(', ')
    throw new Problem(404, 'Not found', `There is nothing at ${pathOf(request)}; third parties serve ${known}`)
  }
  const content = `<h1>${escapeHtml(title)}</h1><p class="soft">Здесь чужая страница: этот макет показывает её вместо настоящей.</p><p><a href="/">В Пакет</a></p>`
  sendPage(response, 200, { title, content, shape: 'narrow' })
}
