import type { Call, Description } from '../description/description.ts'
import { mayHaveBody } from '../description/media-type.ts'
import { beforeUnread, unreadIn, unreadTexts } from '../description/unread.ts'
import { child, parts } from '../description/reading.ts'
import { notLookedAt, type Section } from '../report/report.ts'

/** Returns a section with what either description has and no comparison looks at. */
export function uncheckedIn(sides: readonly Description[]): Section {
  const lines = sides.flatMap((side) => [
    ...side.calls.flatMap((call) => ofCall(call)),
    ...side.webhooks.flatMap((hook) => ofHook(hook, hook.id)),
    ...side.calls.flatMap(({ id, callbacks }) => callbacks.flatMap((hook) => ofHook(hook, `${id}, ${hook.id}`))),
    ...unreadIn(side.reading).flatMap((unread) => {
      const { kind, name } = unread
      if (kind === 'content' || kind === 'format' || kind === 'mapped') return []
      const text = kind === 'dialect' ? dialectText(name) : unreadTexts[kind]
      return [`${beforeUnread(side.reading, unread)}${text}${kind.startsWith('un') ? ` (${name})` : ''}`]
    }),
    ...side.reading.tooMany,
  ])
  return notLookedAt([
    'texts, tags, hosts of servers, parameters of media types and examples, but for the codes in examples',
    ...new Set(lines.toSorted()),
  ])
}
const dialectText = (name: string) => `what the dialect ${name} means otherwise than JSON Schema 2020-12`
function ofCall({ id, parameters, body, answers }: Call): string[] {
  const links = [...answers].filter(([, answer]) => child(answer.at, 'links'))
  const inForm = [...(body ? parts(child(body.at, 'content')) : [])].filter(([, media]) => child(media, 'encoding'))
  return [
    ...links.map(([status]) => `${id} ${status}: links`),
    ...[...answers]
      .filter(
        ([status, { at }]) => !mayHaveBody({ method: '', status }) && (child(at, 'content') ?? child(at, 'schema')),
      )
      .map(([status]) => `${id} ${status}: its body, because HTTP allows none with this status`),
    ...inForm.map(([media]) => `${id}: the encoding of fields in ${media}`),
    ...parameters
      .filter((parameter) => child(parameter.at, 'allowReserved')?.value === true)
      .map(({ name }) => `${id}: allowReserved of ${name}`),
    ...[
      ...(body ? parts(child(body.at, 'content')) : []),
      ...[...answers].flatMap(([, answer]) => parts(child(answer.at, 'content'))),
    ]
      .filter(([, media]) => child(media, 'itemSchema'))
      .map(([media]) => `${id}: what ${media} is a sequence of`),
  ]
}
function ofHook({ at, parameters }: Call, id: string): string[] {
  return [
    ...(parameters.length > 0 ? [`${id}: parameters`] : []),
    ...(child(at, 'security') ? [`${id}: security`] : []),
  ]
}
