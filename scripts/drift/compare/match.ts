import { isAssumed } from '@paket/contract'
import type { Call, Description } from '../description/description.ts'
import { child } from '../description/reading.ts'
import { decoded, withoutEndSlashes } from '../description/paths.ts'
import type { Found } from '../report/finding.ts'
import { compareBases } from './compare-bases.ts'
import { found, type Matched, type Mode } from './context.ts'

/** How the calls of both sides are paired. */
export interface Matches {
  pairs: Matched[]
  /** Calls that exist only in another version of the path: compared too. */
  moved: Matched[]
  missing: Call[]
  unknown: Call[]
  found: Found[]
}
/** Returns a path without the names of its parameters. */
const plain = (path: string) =>
  withoutEndSlashes(
    path
      .replace(/\{[^{}]*\}/g, '{}')
      .split('/')
      // An encoded slash separates nothing.
      .map((part) => decoded(part).replaceAll('/', '%2F'))
      .join('/'),
  ) || '/'
/** Caches a function of a call: each call is compared with each. */
function once<T>(read: (call: Call) => T): (call: Call) => T {
  const known = new Map<Call, T>()
  return (call) => {
    if (!known.has(call)) known.set(call, read(call))
    return known.get(call)!
  }
}
const version = /\/v\d+(?=\/)/
const versionless = (path: string) => path.replace(version, '')

/** A way to pair calls, and the calls of the service that it may pair with one of the contract. */
interface Way {
  isLike: (call: Call, our: Call) => boolean
  near: (our: Call) => Call[]
}
/** Returns a lookup of calls that share a key with another one, in their order. */
function indexOf(
  calls: readonly Call[],
  keysOf: (call: Call) => string[],
  wantedKeysOf: (our: Call) => string[],
): Way['near'] {
  const places = new Map<string, Map<number, Call>>()
  for (const [nth, call] of calls.entries())
    for (const key of keysOf(call)) places.set(key, (places.get(key) ?? new Map<number, Call>()).set(nth, call))
  return (our) => {
    const near = new Map(wantedKeysOf(our).flatMap((key) => [...(places.get(key) ?? [])]))
    return [...near].toSorted(([a], [b]) => a - b).map(([, call]) => call)
  }
}
/** Returns the last parts of a path: all of it when it has no more. */
function endOf(path: string, parts: number): string {
  let at = path.length
  for (let nth = 0; nth < parts && at > 0; nth += 1) at = path.lastIndexOf('/', at - 1)
  return at > 0 ? path.slice(at) : path
}

/** Pairs calls by method and path, with and without the servers' base path. */
export function match(ours: Description, theirs: Description, mode: Mode): Matches {
  const basesOf = ({ bases }: Call) => bases ?? theirs.bases
  const pathOf = once(({ path }) => plain(path))
  /** The path where clients expect a call. */
  const wantedOf = once(({ bases, path }) => plain(`${(bases ?? ours.bases)[0]}${path}`))
  const addressesOf = once((call) => basesOf(call).map((each) => plain(`${each}${call.path}`)))
  const used = new Set<Call>()
  const result: Matches = { pairs: [], moved: [], missing: [], unknown: [], found: [] }
  const pathsOf = (call: Call) => [pathOf(call), ...addressesOf(call)]
  const lower = (path: string) => path.toLowerCase()
  // Each way to pair calls has an index: descriptions have thousands of calls.
  const at: Way = {
    isLike: (call, our) => pathOf(call) === pathOf(our) || isReached(call, our),
    near: indexOf(theirs.calls, pathsOf, (our) => [pathOf(our), wantedOf(our)]),
  }
  const alikeAtEnd: Way = {
    isLike: (call, our) => pathsOf(call).some((each) => each.endsWith(pathOf(our))),
    near: indexOf(
      theirs.calls,
      (call) => pathsOf(call).flatMap((each) => [endOf(each, 1), endOf(each, 2)]),
      (our) => [endOf(pathOf(our), 2)],
    ),
  }
  /** Servers of ASP.NET, which writes `/Orders`, do not distinguish case. */
  const alikeButForCase: Way = {
    isLike: (call, our) => {
      const wanted = [pathOf(our), wantedOf(our)].map(lower)
      return pathsOf(call).some((path) => wanted.includes(lower(path)))
    },
    near: indexOf(
      theirs.calls,
      (call) => pathsOf(call).map(lower),
      (our) => [pathOf(our), wantedOf(our)].map(lower),
    ),
  }
  const isFound = ours.calls.some((our) => alike(at, our).some(({ method }) => method === our.method))
  // Unless one call is where it is expected, all may be under an undescribed base path.
  const same = isFound ? at : alikeAtEnd
  const chosen = new Map<Call, Call>()
  // Longest first, so that `/admin/users` is not taken for `/users`.
  const ordered = isFound ? ours.calls : ours.calls.toSorted((a, b) => b.path.length - a.path.length)
  // Between two versions of one description another case is another path.
  for (const way of mode === 'spec' ? [same, alikeButForCase] : [same])
    for (const our of ordered) {
      const their = chosen.has(our) ? null : nearest(our, way)
      if (!their) continue
      used.add(their)
      chosen.set(our, their)
    }
  const claimed = new Set(ours.calls.flatMap((our) => alike(same, our)))
  const versionlessOf = once(({ path }) => versionless(plain(path)))
  const ofOtherVersion = indexOf(
    theirs.calls.filter((call) => !claimed.has(call)),
    (call) => [endOf(versionlessOf(call), 1), endOf(versionlessOf(call), 2)],
    (our) => [endOf(versionlessOf(our), 2)],
  )
  for (const our of ours.calls) {
    const their = chosen.get(our)
    if (their) result.pairs.push({ our, their })
    else result.missing.push(our)
  }
  result.found.push(...result.missing.map((our) => missing(our)))
  result.unknown = theirs.calls.filter((call) => !used.has(call))
  const differs = (path: string) =>
    mode === 'spec' ? `\`${path}\` is served, but is not in the contract` : `\`${path}\` is new`
  result.found.push(
    ...result.unknown.map((call) =>
      found(
        { call: call.id },
        {
          rule: 'call-unknown',
          subject: `${call.method} ${plain(call.path)}`,
          differs: differs(`${call.method.toUpperCase()} ${call.path}`),
          theirs: call.at,
        },
      ),
    ),
  )
  const isOtherCase = ({ our, their }: Matched) => !same.isLike(their, our)
  const isThere = (pair: Matched) =>
    isOtherCase(pair)
      ? addressesOf(pair.their)
          .map(lower)
          .includes(lower(wantedOf(pair.our)))
      : isReached(pair.their, pair.our)
  result.found.push(
    ...compareBases(ours, theirs, mode, result.pairs, isThere),
    ...result.pairs.filter(isOtherCase).map(otherCase),
    ...endSlashes(result.pairs),
  )
  return result

  /** Returns the calls of the service that are like one of the contract, in their order. */
  function alike({ isLike, near }: Way, our: Call): Call[] {
    return near(our).filter((call) => isLike(call, our))
  }
  /**
   * Returns the best of the calls that match: first the one where clients expect it, then with the same trailing slash,
   * then with the shortest path.
   */
  function nearest(our: Call, way: Way): Call | null {
    let best: { call: Call; away: number } | null = null
    for (const call of alike(way, our)) {
      if (call.method !== our.method || used.has(call)) continue
      const away = (isReached(call, our) ? 0 : 2) + (call.path.endsWith('/') === our.path.endsWith('/') ? 0 : 1)
      if (!best || away < best.away || (away === best.away && call.path.length < best.call.path.length))
        best = { call, away }
    }
    return best?.call ?? null
  }
  function isReached(call: Call, our: Call): boolean {
    return addressesOf(call).includes(wantedOf(our))
  }
  function missing(our: Call): Found {
    const context = { call: our.id }
    const there = alike(same, our).filter((call) => call.method !== our.method)
    const text = `${our.method.toUpperCase()} ${our.path}`
    if (there.length > 0)
      return found(context, {
        rule: 'call-other-method',
        subject: our.id,
        differs: `\`${our.path}\` accepts ${there.map(({ method }) => method.toUpperCase()).join(', ')}, not ${our.method.toUpperCase()}`,
        ours: our.at,
        theirs: there[0]!.at,
      })
    const other = ofOtherVersion(our).find(
      (call) =>
        !used.has(call) &&
        (version.test(call.path) || version.test(our.path)) &&
        versionlessOf(call).endsWith(versionlessOf(our)),
    )
    if (other) {
      used.add(other)
      result.moved.push({ our, their: other })
      return found(context, {
        rule: 'call-other-version',
        subject: `${our.id} ${plain(other.path)}`,
        differs: `\`${text}\` does not exist, but \`${other.path}\` does`,
        ours: our.at,
        theirs: other.at,
      })
    }
    return found(context, {
      rule: mode === 'spec' && isAssumed(our.at.value) ? 'call-assumed-missing' : 'call-missing',
      subject: our.id,
      differs: `\`${text}\` does not exist`,
      ours: our.at,
      theirs: child(theirs.reading.root, 'paths'),
    })
  }
}
const otherCase = ({ our, their }: Matched): Found =>
  found(
    { call: our.id },
    {
      rule: 'call-other-case',
      subject: our.id,
      differs: `\`${their.path}\` differs in case; clients request \`${our.path}\``,
      ours: our.at,
      theirs: their.at,
    },
  )
const endsWithSlash = ({ path }: Call) => path.length > 1 && path.endsWith('/')
/**
 * Reports trailing slashes, which a strict server treats as another path. If all calls differ so, as with Django, that is
 * one finding.
 */
function endSlashes(pairs: readonly Matched[]): Found[] {
  const differing = pairs.filter(({ our, their }) => endsWithSlash(our) !== endsWithSlash(their))
  const each = differing.map(({ our, their }) => {
    const ends = endsWithSlash(their) ? 'ends with a slash' : 'ends without a slash'
    return found(
      { call: our.id },
      {
        rule: 'call-end-slash',
        subject: our.id,
        differs: `\`${their.path}\` ${ends}; clients request \`${our.path}\``,
        ours: our.at,
        theirs: their.at,
      },
    )
  })
  const [first] = each
  if (!first || each.length < 2 || each.length < pairs.length) return each
  return [
    {
      ...first,
      subject: 'every path',
      calls: each.flatMap(({ calls }) => calls),
      says: `Every path differs: ${first.says}`,
    },
  ]
}
