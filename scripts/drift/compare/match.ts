import { isAssumed } from '@paket/contract'
import type { Call, Description } from '../description/description.ts'
import { child } from '../description/reading.ts'
import { withoutEndSlashes } from '../description/paths.ts'
import type { Found } from '../report/finding.ts'
import { found, type Mode } from './context.ts'

/** Which calls are the same on both sides. */
export interface Matches {
  pairs: { our: Call; their: Call }[]
  /** Calls that are there in another version only: compared all the same. */
  moved: { our: Call; their: Call }[]
  missing: Call[]
  unknown: Call[]
  found: Found[]
}
/** Names of path parameters do not matter. */
const plain = (path: string) => withoutEndSlashes(path.replace(/\{[^{}]*\}/g, '{}')) || '/'
const version = /\/v\d+(?=\/)/
const versionless = (path: string) => path.replace(version, '')

/** Pairs the calls by method and path; a path is looked for with the base path of the servers and without. */
export function match(ours: Description, theirs: Description, mode: Mode): Matches {
  const [base = ''] = ours.bases
  const used = new Set<Call>()
  const result: Matches = { pairs: [], moved: [], missing: [], unknown: [], found: [] }
  const isFound = ours.calls.some((our) => theirs.calls.some((call) => call.method === our.method && isAt(call, our)))
  // Under a base path that no one has said, all calls stand: one that is where it is looked for says that there is none.
  const isSame = isFound ? isAt : endsAlike
  for (const our of ours.calls) {
    const their = theirs.calls.find((call) => call.method === our.method && !used.has(call) && isSame(call, our))
    if (their) {
      used.add(their)
      result.pairs.push({ our, their })
    } else result.missing.push(our)
  }
  result.found.push(...result.missing.map((our) => missing(our)))
  result.unknown = theirs.calls.filter((call) => !used.has(call))
  const differs = (path: string) =>
    mode === 'spec' ? `\`${path}\` is served and the contract does not know it` : `\`${path}\` is new`
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
  result.found.push(...bases())
  return result

  function isAt(call: Call, our: Call): boolean {
    const wanted = plain(our.path)
    return (
      plain(call.path) === wanted ||
      theirs.bases.some((each) => plain(`${each}${call.path}`) === plain(`${base}${our.path}`))
    )
  }
  function endsAlike(call: Call, our: Call): boolean {
    const wanted = plain(our.path)
    return wanted !== '/' && [...theirs.bases, ''].some((each) => plain(`${each}${call.path}`).endsWith(wanted))
  }
  function missing(our: Call): Found {
    const context = { call: our.id }
    const there = theirs.calls.filter((call) => isSame(call, our))
    const text = `${our.method.toUpperCase()} ${our.path}`
    if (there.length > 0)
      return found(context, {
        rule: 'call-other-method',
        subject: our.id,
        differs: `\`${our.path}\` takes ${there.map(({ method }) => method.toUpperCase()).join(', ')} and not ${our.method.toUpperCase()}`,
        ours: our.at,
        theirs: there[0]?.at,
      })
    const other = theirs.calls.find(
      (call) =>
        !used.has(call) &&
        !ours.calls.some((each) => isSame(call, each)) &&
        (version.test(call.path) || version.test(our.path)) &&
        versionless(plain(call.path)).endsWith(versionless(plain(our.path))),
    )
    if (other) {
      used.add(other)
      result.moved.push({ our, their: other })
      return found(context, {
        rule: 'call-other-version',
        subject: `${our.id} ${plain(other.path)}`,
        differs: `\`${text}\` is not there, but \`${other.path}\` is`,
        ours: our.at,
        theirs: other.at,
      })
    }
    return found(context, {
      rule: mode === 'spec' && isAssumed(our.at.value) ? 'call-assumed-missing' : 'call-missing',
      subject: our.id,
      differs: `\`${text}\` is not there`,
      ours: our.at,
      theirs: child(theirs.reading.root, 'paths'),
    })
  }
  /** A base path is said, and none of the calls is where clients look for it. */
  function bases(): Found[] {
    const said = theirs.bases.filter((each) => each !== '')
    const isThere = result.pairs.some(
      ({ our, their }) =>
        plain(their.path) === plain(`${base}${our.path}`) ||
        said.some((each) => plain(`${each}${their.path}`) === plain(`${base}${our.path}`)),
    )
    if (said.length === 0 || isThere || result.pairs.length === 0) return []
    const at = child(theirs.reading.root, 'servers') ?? child(theirs.reading.root, 'basePath')
    return [
      found(
        { call: 'all' },
        {
          rule: 'base-other',
          subject: said.join(' '),
          differs: `The calls stand under \`${said.join('`, `')}\`, clients look for them under \`${base}\``,
          ours: child(ours.reading.root, 'servers'),
          theirs: at,
        },
      ),
    ]
  }
}
