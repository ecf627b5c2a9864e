import * as v from 'valibot'
import type { Settings } from '../src/config/settings.ts'
import { isAbsolute, isAsSecureAs, isBase, isHost, isOrigin, isPath, isReleaseId, nearest, shown } from './values.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const object = v.custom<Record<string, unknown>>(isObject, 'must be an object')

/** An object with these fields and no others. `replaced`: what has taken the place of fields of earlier versions. */
const group = <const Entries extends v.ObjectEntries>(entries: Entries, replaced: Record<string, string> = {}) =>
  v.pipe(
    object,
    v.strictObject(entries, ({ expected, input }) => {
      if (expected !== 'never') return 'is missing'
      const known = Object.keys(entries)
      const name = String(input)
      if (Object.hasOwn(replaced, name)) return `is replaced by ${replaced[name]}`
      const near = nearest(name, known)
      return `is not a setting; ${near === undefined ? `known are ${known.join(', ')}` : `did you mean ${near}?`}`
    }),
  )
const list = <Item extends v.GenericSchema>(item: Item) => v.array(item, 'must be a list')
const listOfSome = <Item extends v.GenericSchema>(item: Item) => v.pipe(list(item), v.nonEmpty('must not be empty'))

const text = (isRight: (text: string) => boolean, rule: string) =>
  v.pipe(v.string('must be a text'), v.check(isRight, rule))
const like = (pattern: RegExp, rule: string) => text((each) => pattern.test(each), rule)
/** A text that can be empty, which means that there is none. */
const orNone = (isRight: (text: string) => boolean, rule: string) =>
  text((each) => each === '' || isRight(each), `${rule}, or empty`)

const areWords = (each: string) => /\S/.test(each) && !/\p{Cc}/u.test(each)
const rules = {
  words: 'must be words in one line',
  link: 'must be a path of this origin or an address with https',
  base: 'must be a path of this origin or an address with https, without a query',
  global: 'must be the name of a global function',
  script: "must be a path of this origin, or { src, integrity: 'sha384-…' }",
}
const words = text(areWords, rules.words)
/** A message of the operator; empty when there is none. */
const notice = v.exactOptional(orNone(areWords, rules.words))
const isGlobal = (each: string) => /^[A-Za-z_$][\w$]*$/.test(each)
/** What OAuth 2.0 allows in a client id, without spaces. */
const clientId = like(/^[!-~]+$/, 'must be an id of ASCII letters, digits and signs')
const ofPartner = v.exactOptional(clientId)
const isEmail = (each: string) => v.is(v.pipe(v.string(), v.email()), each)
/** A digest in base64, whose length its algorithm decides (Subresource Integrity). */
const isIntegrity = (each: string) =>
  /^(?:sha256-[A-Za-z0-9+/]{43}=|sha384-[A-Za-z0-9+/]{64}|sha512-[A-Za-z0-9+/]{86}==)$/.test(each)

/**
 * Returns the schema of `config.json` for an app at `origin`. It is stricter than what the app itself checks: every text
 * by its meaning, and no other names. `content` is the field of this name, whose origin may have pictures of stories.
 */
function settingsSchema(origin: string, content: unknown) {
  const isSecure = (each: string) => isAsSecureAs(each, origin)
  const isLink = (each: string) => isPath(each) || (isAbsolute(each) && isSecure(each))
  const link = text(isLink, rules.link)
  const linkOrNone = orNone(isLink, rules.link)
  const base = text((each) => isBase(each) && isSecure(each), rules.base)
  const script = v.union(
    [
      orNone(isPath, rules.script),
      v.strictObject({
        src: v.pipe(v.string(), v.check(isLink, rules.script)),
        integrity: v.pipe(v.string(), v.check(isIntegrity, rules.script)),
      }),
    ],
    rules.script,
  )
  const ofContent = typeof content === 'string' && isAbsolute(content) ? new URL(content).origin : undefined
  const isPicture = (each: string) => isPath(each) || (isAbsolute(each) && new URL(each).origin === ofContent)
  const hostMark = group({
    object: like(/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/, 'must be the name of an object of the page: a.b.c'),
    userAgent: v.exactOptional(words),
  })
  return group(
    {
      api: base,
      content: base,
      identity: group({
        authority: base,
        clientId,
        scope: like(
          /^(?:[!#-[\]-~]+ )*openid(?: [!#-[\]-~]+)*$/,
          'must be names with a space between them, one of them openid',
        ),
        clients: group({
          yandex: ofPartner,
          ogon: ofPartner,
          megafon: ofPartner,
          t2: ofPartner,
          wink: ofPartner,
          tbank: ofPartner,
          beeline: ofPartner,
          x5card: ofPartner,
        }),
      }),
      paymentOrigins: list(
        text(
          (each) => isOrigin(each) && isSecure(each),
          'must be an origin such as https://pay.example, without a path, as browsers write it',
        ),
      ),
      support: group({
        page: orNone(
          (each) => isLink(each) && !/^\/support\/?(?:[?#]|$)/.test(each),
          `${rules.link} other than /support itself`,
        ),
        telegram: linkOrNone,
        vk: linkOrNone,
        email: orNone(isEmail, 'must be an e-mail address'),
        emailHr: orNone(isEmail, 'must be an e-mail address'),
      }),
      legal: group({ terms: link, privacy: link, faq: link, faqHr: link }),
      fridge: link,
      promo: group({
        trial: group({ promocodeValue: words }),
        litres: group({ promocodeValue: words, gift: link, promocodes: link }),
        shoko24: group({ promocodeValue: words, gift: link }),
      }),
      hosts: group({
        grocery: v.exactOptional(hostMark),
        hyper: v.exactOptional(hostMark),
        third: v.exactOptional(hostMark),
        test: v.exactOptional(hostMark),
      }),
      widgets: group({
        productionHost: v.exactOptional(orNone(isHost, 'must be a host name such as paket.example')),
        metrics: v.exactOptional(script),
        clientId: v.exactOptional(orNone(isGlobal, rules.global)),
        analytics: v.exactOptional(script),
        banner: v.exactOptional(group({ script: link, loader: text(isGlobal, rules.global), ids: listOfSome(words) })),
        chat: v.exactOptional(
          group({
            hr: v.exactOptional(script),
            activated: v.exactOptional(script),
            other: v.exactOptional(script),
            open: v.exactOptional(orNone(isGlobal, rules.global)),
          }),
        ),
      }),
      reports: v.exactOptional(
        group({
          address: link,
          sample: v.exactOptional(
            v.pipe(
              v.number('must be a number over 0, up to 1'),
              v.check((each) => each > 0 && each <= 1, 'must be a number over 0, up to 1'),
            ),
          ),
        }),
      ),
      stores: listOfSome(group({ name: words, url: link })),
      chains: group({ tcx: words, tc5: words }),
      partnerRenewable: v.exactOptional(list(words)),
      sales: v.pipe(
        object,
        v.record(
          like(/^[A-Za-z0-9][\w-]*$/, 'must be named by a part of a path: /sale/{shop}'),
          group({ title: words, text: words }),
        ),
      ),
      stories: list(
        group({
          title: words,
          slides: listOfSome(
            group({
              title: words,
              text: words,
              image: text(isPicture, 'must be a path of this origin, or an address of the content system'),
            }),
          ),
        }),
      ),
      closed: v.exactOptional(
        group({
          buying: notice,
          points: notice,
          promocodes: notice,
          family: notice,
        }),
      ),
      maintenance: notice,
      refusedReleases: v.exactOptional(
        list(text(isReleaseId, 'must be the id of a release, such as 2026-11-23.0415-1a2b3c4d')),
      ),
      offline: v.exactOptional(v.boolean('must be true or false')),
    },
    { leastRelease: 'refusedReleases, a list of ids of releases' },
  )
}
type Accepted = v.InferOutput<ReturnType<typeof settingsSchema>>

/** A type without `readonly` and without intersections. */
type Plain<Type> = Type extends object ? { -readonly [Key in keyof Type]: Plain<Type[Key]> } : Type
/** The same with all fields, so that one that may be left out is compared too. */
type Whole<Type> = Type extends object ? { -readonly [Key in keyof Type]-?: Whole<Type[Key]> } : Type
type Same<One, Other> = [Plain<One>, Plain<Other>, Whole<One>, Whole<Other>] extends [
  Plain<Other>,
  Plain<One>,
  Whole<Other>,
  Whole<One>,
]
  ? true
  : false
/** What the schema accepts. Nothing is assignable to it when schema and `Settings` differ in a name, a type, or in what may be left out. */
type Checked = Same<Accepted, Settings> extends true ? Settings : never

/** Validates the text of `config.json` for an app at `origin`. Throws an Error of one line, which names the field. */
export function readSettingsText(json: string, origin: string): Checked {
  const given: unknown = JSON.parse(json)
  const content = isObject(given) ? given['content'] : undefined
  const { success, output, issues } = v.safeParse(settingsSchema(origin, content), given)
  if (success) return output
  // A misspelt name first: it is the reason why another one is missing.
  const issue = issues?.find(({ expected }) => expected === 'never') ?? issues?.[0]
  const field = issue && v.getDotPath(issue)
  const wrongText = issue?.kind === 'validation' && typeof issue.input === 'string' ? `: ${shown(issue.input)}` : ''
  throw new Error(`${typeof field === 'string' ? `${shown(field)} ` : ''}${issue?.message}${wrongText}`)
}
