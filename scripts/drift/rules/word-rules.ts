import { table } from './rule.ts'

const agree = 'Agree on it with the owners of the contract, or undo it.'
const release = 'Put it into the release notes: callers must act.'

/** Specification extensions, between two versions of the contract or in a description that has them. */
export const wordRules = table({
  'rule-rejects': ['A rule rejects more', 'breaking', 'responses that were successes become failures', agree],
  'rule-accepts': ['A rule rejects less', 'breaking', 'responses that were failures become successes', agree],
  'rule-place': [
    'A rule looks at another field',
    'breaking',
    'clients read the old field until they are updated',
    agree,
  ],
  'rule-requires': [
    'An accepted response must have one more field',
    'breaking',
    'clients fail with `malformed` on a response without it',
    agree,
  ],
  'rule-requires-less': ['An accepted response may lack a field', 'risky', 'callers that read it find nothing', agree],
  'failure-added': [
    'A call has one more failure',
    'breaking',
    'a switch that names every failure does not compile until it is handled',
    release,
  ],
  'failure-removed': ['A failure of a call is removed', 'breaking', 'code that names it does not compile', release],
  'failure-outcome': ['A failure leads to another outcome', 'risky', 'users see another result', release],
  'failure-means': [
    'A failure means other codes or statuses',
    'risky',
    'callers get it for other codes or statuses',
    release,
  ],
  'outcome-added': [
    'An outcome is new',
    'breaking',
    'a table of all outcomes does not compile until it has a row',
    release,
  ],
  'outcome-removed': ['An outcome is removed', 'breaking', 'code that names it does not compile', release],
  cache: [
    'The caching of a response changes (`x-cache`)',
    'note',
    'callers request it at other times',
    'Nothing to do.',
  ],
  'cache-key': [
    'A read has another cache key',
    'risky',
    'entries that callers cached under the old key are not found',
    release,
  ],
  provenance: ['A call is now documented, or only assumed', 'note', 'nothing breaks', 'Nothing to do.'],
  'catalogue-added': ['A bundle or a counter-offer is new', 'note', 'callers can sell it', 'Nothing to do.'],
  'catalogue-removed': [
    'A bundle or a counter-offer is removed',
    'breaking',
    'callers offer an item that cannot be bought',
    release,
  ],
  'catalogue-id': [
    'A bundle or a counter-offer has another id',
    'breaking',
    'orders with the old id are refused',
    'Ids never change: undo it.',
  ],
  'catalogue-changed': ['A bundle or a counter-offer has other terms', 'risky', 'callers show outdated terms', release],
})
