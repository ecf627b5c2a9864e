import type { Description } from '../description/description.ts'
import { type At, child, itemsOf, textOf } from '../description/reading.ts'
import type { Found } from '../report/finding.ts'
import { found, type Matched, type Mode } from './context.ts'

/** Reports base paths under which clients find no call; one by one for calls with their own `servers`. */
export function compareBases(
  ours: Description,
  theirs: Description,
  mode: Mode,
  pairs: readonly Matched[],
  isThere: (pair: Matched) => boolean,
): Found[] {
  const isOwn = ({ our, their }: Matched) => our.bases !== null || their.bases !== null
  const shared = pairs.filter((pair) => !isOwn(pair))
  const servers = child(theirs.reading.root, 'servers')
  // An empty base path means nothing without `servers`, or with the localhost that frameworks generate; but between
  // versions of the contract it counts, since clients use it.
  const saysBase = mode === 'changes' || itemsOf(servers).some((server) => isHost(textOf(child(server, 'url'))))
  const declared = saysBase ? theirs.bases : theirs.bases.filter((each) => each !== '')
  return [
    ...(shared.length > 0 && !shared.some(isThere)
      ? baseOther('all', ours.bases, declared, {
          ours: child(ours.reading.root, 'servers'),
          theirs: servers ?? child(theirs.reading.root, 'basePath'),
        })
      : []),
    ...pairs
      .filter((pair) => isOwn(pair) && !isThere(pair))
      .flatMap(({ our, their }) =>
        baseOther(our.id, our.bases ?? ours.bases, their.bases ?? declared, { ours: our.at, theirs: their.at }),
      ),
  ]
}
/** Whether a URL has a host that is not local. */
const isHost = (url = ''): boolean => /^[^/]*\/\/(?!localhost|127\.|0\.0\.0\.0|\[::1\])/i.test(url)

function baseOther(
  call: string,
  ours: readonly string[],
  theirs: readonly string[],
  at: { ours: At | undefined; theirs: At | undefined },
): Found[] {
  if (theirs.length === 0) return []
  const shown = theirs.map((each) => each || '/')
  const [subject, what, them] =
    call === 'all'
      ? [shown.join(' '), 'The calls are served', 'them']
      : [`${call} ${shown.join(' ')}`, `${call} is served`, 'it']
  const differs = `${what} under \`${shown.join('`, `')}\`; clients request ${them} under \`${ours[0] || '/'}\``
  return [found({ call }, { rule: 'base-other', subject, differs, ...at })]
}
