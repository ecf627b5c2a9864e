import { closestMatch } from 'leven'

/** Returns the known name that begins with a misspelt one, or else is most similar; undefined when none is. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const begun = known.filter((each) => each.startsWith(name))
  if (begun.length === 1) return begun[0]
  return closestMatch(name, known, { maxDistance: Math.min(MOST_EDITS, Math.floor(name.length / 2)) })
}
/** More are another name: scripts have variables of their own, such as PAKET_WEB_PORT beside PAKET_PORT. */
const MOST_EDITS = 2

const LONGEST_SHOWN = 200
/** Returns a foreign text for a message of one line. */
export function shown(text: string): string {
  const cut = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
  return /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(cut) ? cut : JSON.stringify(cut).replace(/[^ -~]/g, escapeOf)
}
const escapeOf = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Characters of a URL, without those that end a value, a list or a quoted string in a configuration file or a header. */
const urlText = /^[\w\-.~%!*+,:@=&?#/()[\]]+$/
/** Parts of a URL that is a base for others: it has no query. */
const baseText = /^[\w\-.~%!*+:@=/[\]]+$/
/** A DNS name, which may have underscores inside of a cluster, or an IP address. */
const hostText = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?|\[[0-9a-f:.]+\])$/

export const isHost = (text: string): boolean => hostText.test(text) && !text.includes('..')

/** Returns the URL if it is absolute, with http or https, a valid host and no user. */
function absolute(text: string): URL | undefined {
  const url = URL.parse(text)
  const isWeb = url && /^https?:$/.test(url.protocol) && isHost(url.hostname) && !url.username && !url.password
  return isWeb ? url : undefined
}

/** Whether it is an origin, written as browsers write it: `https://paket.example`. */
export const isOrigin = (text: string): boolean => absolute(text)?.origin === text

/** Whether it is an absolute URL with http or https, written as browsers write it. */
export function isAbsolute(text: string): boolean {
  const url = absolute(text)
  return urlText.test(text) && url !== undefined && (url.href === text || url.href === `${text}/`)
}

/** Whether it is a path of this origin, perhaps with a query, written as browsers write it. */
export function isPath(text: string): boolean {
  if (!/^\/(?!\/)/.test(text) || !urlText.test(text)) return false
  const { pathname, search, hash } = new URL(text, 'https://paket.example')
  return pathname + search + hash === text
}

/** Whether a page of an origin may use the URL: a page of https no http, except of this machine, which browsers trust. */
export function isAsSecureAs(text: string, origin: string): boolean {
  const url = URL.parse(text)
  return (
    url?.protocol !== 'http:' ||
    origin.startsWith('http:') ||
    ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  )
}

/** Whether it can be a base address: a path of this origin or an absolute URL, without a query. */
export const isBase = (text: string): boolean => baseText.test(text) && (isPath(text) || isAbsolute(text))

/** Whether it is the id of a release: `2026-11-23.0415-1a2b3c4d`. */
export function isReleaseId(text: string): boolean {
  const [, day = '', hours = '', minutes = ''] = /^(\d{4}-\d\d-\d\d)\.(\d\d)(\d\d)-[0-9a-f]{8}$/.exec(text) ?? []
  const time = `${day}T${hours}:${minutes}`
  const date = new Date(`${time}Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(time)
}
