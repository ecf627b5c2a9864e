import type { Story } from '#domain/stories.ts'
import type { DeliveryChain } from '#domain/deliveries.ts'
import type { PartnerName } from '#domain/entry-pages.ts'
import { valueAt } from '#hosts/value-at.ts'
import { isWidgetScript, pageScripts, type WidgetSettings } from '#domain/widget-scripts.ts'
import type { SupportSettings } from '#domain/contacts.ts'
import type { HostMarks } from '#hosts/detect.ts'
import { closable, type Switches } from './switches.ts'

/** What differs between environments: `/config.json`. The app reads it at start, and its switches again while it runs. */
export interface Settings extends Partial<Switches> {
  /** Base path of the contract. */
  api: string
  /** Base address of the content system. */
  content: string
  /** The identity provider; `clientId` is the website's client, `clients` are those of partners' pages. */
  identity: IdentitySettings & { clients: ChannelClients }
  /** Origins that a payment page may have, in addition to this one. */
  paymentOrigins: string[]
  support: SupportSettings
  legal: { terms: string; privacy: string; faq: string; faqHr: string }
  /** The page of the group's fridge campaign, which links here with `referrer=refrigerator`. */
  fridge: string
  /** Promo actions: the promocode of each, the address of a partner's gift, and litres' page of promocodes for users who may not take part. */
  promo: {
    trial: { promocodeValue: string }
    litres: { promocodeValue: string; gift: string; promocodes: string }
    shoko24: { promocodeValue: string; gift: string }
  }
  /** How the partner apps are detected; an app that is left out does not exist in this environment. */
  hosts: HostMarks
  /** Third-party scripts; the server adds their origins to the Content-Security-Policy. */
  widgets: WidgetSettings
  /** Reports of speed and errors; without it, nothing is reported. */
  reports?: ReportSettings
  /** The two store chains whose loyalty cards the club accepts, with the address of each card's page. */
  stores: readonly { name: string; url: string }[]
  /** Names of the two store chains that deliver. */
  chains: Readonly<Record<DeliveryChain, string>>
  /** Bundles whose renewals a partner pays for; without it, all partners' bundles (OO-50). */
  partnerRenewable?: readonly string[]
  /** Sale pages, by shop: /sale/{shop}. */
  sales: Readonly<Record<string, { title: string; text: string }>>
  /** Stories of the account page, with the addresses of their pictures (OO-54). */
  stories: readonly Story[]
}

/** The identity provider and the client that the app is registered as. */
export interface IdentitySettings {
  /** Address of the provider: a path of this origin or an absolute URL. */
  authority: string
  clientId: string
  scope: string
}

/** Client ids of partners' pages; a partner without one signs in as the website's client (C-AUTH-04, OP-57). */
export type ChannelClients = Partial<Record<PartnerName, string>>

/** Where reports of speed and errors are sent. */
export interface ReportSettings {
  /** The collector's OTLP/HTTP address for logs: a path of this origin, or an https URL. */
  address: string
  /** The share of visits that report: over 0, at most 1. Default: 1. */
  sample?: number
}

/** A field of the settings is missing or invalid. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  /** Path of the field: `identity.authority`. */
  readonly field: string
  constructor(field: string, rule: string) {
    super(`/config.json: ${field} ${rule}`)
    this.field = field
  }
}

/** Reads the settings. Throws a SettingsError for an invalid field, and another error when the file cannot be read. */
export async function readSettings(): Promise<Settings> {
  // The settings are not part of the contract, so the SDK has no call for them.
  // oxlint-disable-next-line no-restricted-globals
  const response = await fetch('/config.json', { signal: AbortSignal.timeout(10_000) })
  if (!response.ok) throw new Error(`/config.json: HTTP ${response.status}`)
  return checkSettings(await response.json())
}

/** Validates the settings. Throws a SettingsError for the first field that is missing or invalid. */
export function checkSettings(value: unknown): Settings {
  const text = (path: string) => {
    if (typeof valueAt(value, path) !== 'string') throw new SettingsError(path, 'must be a text')
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
  itemsAt(value, 'paymentOrigins').forEach(text)
  if (valueAt(value, 'partnerRenewable') !== undefined) itemsAt(value, 'partnerRenewable').forEach(text)
  for (const channel of Object.keys(objectAt(value, 'identity.clients'))) text(`identity.clients.${channel}`)
  checkWidgets(value, text)
  for (const store of itemsAt(value, 'stores')) for (const field of ['name', 'url']) text(`${store}.${field}`)
  for (const host of Object.keys(objectAt(value, 'hosts'))) text(`hosts.${host}.object`)
  for (const shop of Object.keys(objectAt(value, 'sales'))) {
    text(`sales.${shop}.title`)
    text(`sales.${shop}.text`)
  }
  checkStories(value, text)
  checkSwitches(value, text)
  return value as Settings
}
function objectAt(value: unknown, path: string): object {
  const found = valueAt(value, path)
  if (typeof found !== 'object' || found === null) throw new SettingsError(path, 'must be an object')
  return found
}

/** The paths of the items of a list. */
function itemsAt(value: unknown, path: string): string[] {
  const found = valueAt(value, path)
  if (!Array.isArray(found)) throw new SettingsError(path, 'must be a list')
  return found.map((_, place) => `${path}.${place}`)
}

function checkStories(value: unknown, text: (path: string) => void): void {
  for (const story of itemsAt(value, 'stories')) {
    text(`${story}.title`)
    const slides = itemsAt(value, `${story}.slides`)
    if (slides.length === 0) throw new SettingsError(`${story}.slides`, 'must not be empty')
    for (const slide of slides) for (const field of ['title', 'text', 'image']) text(`${slide}.${field}`)
  }
}

function checkSwitches(value: unknown, text: (path: string) => void): void {
  if (valueAt(value, 'maintenance') !== undefined) text('maintenance')
  if (valueAt(value, 'refusedReleases') !== undefined) itemsAt(value, 'refusedReleases').forEach(text)
  if (!['undefined', 'boolean'].includes(typeof valueAt(value, 'offline')))
    throw new SettingsError('offline', 'must be true or false')
  if (valueAt(value, 'closed') === undefined) return
  for (const feature of Object.keys(objectAt(value, 'closed'))) {
    if (!closable.some((name) => name === feature))
      throw new SettingsError(`closed.${feature}`, `is none of ${closable.join(', ')}`)
    text(`closed.${feature}`)
  }
}

/** A script that runs in the page must be of this origin or have a hash. The banner runs in a sandboxed frame, so its origin is free. */
function checkWidgets(value: unknown, text: (path: string) => void): void {
  const widgets: WidgetSettings = objectAt(value, 'widgets')
  const optional = (path: string) => valueAt(value, path) === undefined || text(path)
  for (const [name, script] of Object.entries(pageScripts(widgets)))
    if (script !== undefined && !isWidgetScript(script))
      throw new SettingsError(`widgets.${name}`, "must be a path of this origin, or { src, integrity: 'sha384-…' }")
  for (const name of ['productionHost', 'clientId', 'chat.open']) optional(`widgets.${name}`)
  if (widgets.banner === undefined) return
  text('widgets.banner.script')
  text('widgets.banner.loader')
  itemsAt(value, 'widgets.banner.ids').forEach(text)
}
