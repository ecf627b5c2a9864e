import type { Story } from '#domain/stories.ts'
import type { DeliveryChain } from '#domain/deliveries.ts'
import { isWidgetScript, pageScripts, type WidgetSettings } from '#domain/widget-scripts.ts'
import type { SupportSettings } from '#domain/contacts.ts'
import type { HostMarks } from '#hosts/detect.ts'
import type { ChannelClients, IdentitySettings } from './identity-settings.ts'
import { closable, type Switches } from './switches.ts'

/** What differs between environments: `/config.json`, read when the app starts; the switches again while it runs. */
export interface Settings extends Partial<Switches> {
  /** Base path of the contract. */
  api: string
  /** Base address of the content system. */
  content: string
  /** The provider; `clientId` is the website's, `clients` are those of partners' pages. */
  identity: IdentitySettings & { clients: ChannelClients }
  /** Origins that a payment page may have, besides this one. */
  paymentOrigins: string[]
  support: SupportSettings
  legal: { terms: string; privacy: string; faq: string; faqHr: string }
  /** The group's fridge page, where `referrer=refrigerator` came from. */
  fridge: string
  /** Actions: the promocode of each, where a partner's gift is taken, and where litres keeps promocodes for those who may not take part. */
  promo: {
    trial: { promocodeValue: string }
    litres: { promocodeValue: string; gift: string; promocodes: string }
    shoko24: { promocodeValue: string; gift: string }
  }
  /** How the apps that the page runs in are known; one that is left out does not exist in this environment. */
  hosts: HostMarks
  /** Scripts of others; a server that allows one adds its origin to the Content-Security-Policy. */
  widgets: WidgetSettings
  /** Reports of speed and errors; left out: none. */
  reports?: ReportSettings
  /** The two stores whose cards the club has, with the page of each card. */
  stores: readonly { name: string; url: string }[]
  /** Names of the two chains that deliver. */
  chains: Readonly<Record<DeliveryChain, string>>
  /** Bundles whose renewals a partner pays; left out: every partner's bundle (OO-50). */
  partnerRenewable?: readonly string[]
  /** Sale pages, by shop: /sale/{shop}. */
  sales: Readonly<Record<string, { title: string; text: string }>>
  /** Stories of the account page, with the addresses of their pictures (OO-54). */
  stories: readonly Story[]
}

/** Where reports of speed and errors go; without it there are none. */
export interface ReportSettings {
  /** The collector's address for logs, OTLP/HTTP: a path of this origin, or https. */
  address: string
  /** The share of visits that report, over 0 up to 1; 1 when it is left out. */
  sample?: number
}

/** A field of the settings is missing or wrong. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  /** Its path: `identity.authority`. */
  readonly field: string
  constructor(field: string, rule: string) {
    super(`/config.json: ${field} ${rule}`)
    this.field = field
  }
}

/** Reads the settings. Throws a SettingsError for a field that is wrong. */
export async function readSettings(): Promise<Settings> {
  // The settings are no part of the contract.
  // oxlint-disable-next-line no-restricted-globals
  const answer = await fetch('/config.json', { signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(`/config.json: HTTP ${answer.status}`)
  return checkSettings(await answer.json())
}

/** The settings, when every field is there. */
export function checkSettings(value: unknown): Settings {
  const text = (path: string) => {
    if (typeof at(value, path) !== 'string') throw new SettingsError(path, 'must be a text')
  }
  const texts = [
    'api',
    'content',
    'chains.tcx',
    'chains.tc5',
    'identity.authority',
    'identity.clientId',
    'identity.scope',
    'support.page',
    'support.telegram',
    'support.vk',
    'support.email',
    'support.emailHr',
    'legal.terms',
    'legal.privacy',
    'legal.faq',
    'legal.faqHr',
    'fridge',
    'promo.trial.promocodeValue',
    'promo.litres.promocodeValue',
    'promo.litres.gift',
    'promo.litres.promocodes',
    'promo.shoko24.promocodeValue',
    'promo.shoko24.gift',
  ]
  texts.forEach(text)
  const textList = (path: string) => {
    const list = at(value, path)
    if (!Array.isArray(list) || !list.every((each) => typeof each === 'string'))
      throw new SettingsError(path, 'must be a list of texts')
  }
  textList('paymentOrigins')
  if (at(value, 'partnerRenewable') !== undefined) textList('partnerRenewable')
  for (const channel of Object.keys(objectAt(value, 'identity.clients'))) text(`identity.clients.${channel}`)
  checkWidgets(value, text, textList)
  const stores = at(value, 'stores')
  if (!Array.isArray(stores)) throw new SettingsError('stores', 'must be a list')
  stores.forEach((_, place) => {
    text(`stores.${place}.name`)
    text(`stores.${place}.url`)
  })
  for (const host of Object.keys(objectAt(value, 'hosts'))) text(`hosts.${host}.object`)
  for (const shop of Object.keys(objectAt(value, 'sales'))) {
    text(`sales.${shop}.title`)
    text(`sales.${shop}.text`)
  }
  checkStories(value, text)
  checkSwitches(value, text)
  return value as Settings
}
const at = (value: unknown, path: string) =>
  path.split('.').reduce<unknown>((part, field) => (part as Record<string, unknown> | null | undefined)?.[field], value)
function objectAt(value: unknown, path: string): object {
  const found = at(value, path)
  if (typeof found !== 'object' || found === null) throw new SettingsError(path, 'must be an object')
  return found
}

function checkStories(value: unknown, text: (path: string) => void): void {
  const list = (path: string) => {
    const found = at(value, path)
    if (!Array.isArray(found)) throw new SettingsError(path, 'must be a list')
    return found.map((_, place) => `${path}.${place}`)
  }
  for (const story of list('stories')) {
    text(`${story}.title`)
    const slides = list(`${story}.slides`)
    if (slides.length === 0) throw new SettingsError(`${story}.slides`, 'must not be empty')
    for (const slide of slides) for (const field of ['title', 'text', 'image']) text(`${slide}.${field}`)
  }
}

function checkSwitches(value: unknown, text: (path: string) => void): void {
  for (const path of ['maintenance', 'leastRelease']) if (at(value, path) !== undefined) text(path)
  if (!['undefined', 'boolean'].includes(typeof at(value, 'offline')))
    throw new SettingsError('offline', 'must be true or false')
  if (at(value, 'closed') === undefined) return
  for (const feature of Object.keys(objectAt(value, 'closed'))) {
    if (!closable.some((name) => name === feature))
      throw new SettingsError(`closed.${feature}`, `is none of ${closable.join(', ')}`)
    text(`closed.${feature}`)
  }
}

/** What runs in the page is of this origin or has its hash; the banner, which has a frame of its own, may be anywhere. */
function checkWidgets(value: unknown, text: (path: string) => void, textList: (path: string) => void): void {
  const widgets: WidgetSettings = objectAt(value, 'widgets')
  const optional = (path: string) => at(value, path) === undefined || text(path)
  for (const [name, script] of Object.entries(pageScripts(widgets)))
    if (script !== undefined && !isWidgetScript(script))
      throw new Error(`/config.json: widgets.${name} must be a path of this origin, or { src, integrity: 'sha384-…' }`)
  for (const name of ['productionHost', 'clientId', 'chat.open']) optional(`widgets.${name}`)
  if (widgets.banner === undefined) return
  text('widgets.banner.script')
  text('widgets.banner.loader')
  textList('widgets.banner.ids')
}
