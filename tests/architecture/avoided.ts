/** A word to avoid, and the field's term to use instead. */
export interface Avoided {
  /** Matched against lower-case text in which names are split into words: `a-name` and `aName` become `a name`. */
  pattern: RegExp
  /** A text that the pattern must match. */
  example: string
  instead: string
}
const word = (text: string, instead: string): Avoided => ({
  pattern: new RegExp(`\\b${text}\\b`),
  example: text,
  instead,
})

export const avoided: readonly Avoided[] = [
  word('is hopeless', 'isBackingOff'),
  {
    pattern: /\btells?\b/,
    example: 'tell',
    instead: 'show, report, notify, log or distinguish',
  },
  // A purchase that is stored in browsers has the field `isTold`.
  { pattern: /(?<!\bis )\btold\b/, example: 'told', instead: 'shown, reported, notified, logged or distinguished' },
  // The contract's `keptFor`, and `keptMs` of the SDK's callers.
  {
    pattern: /\bkept\b(?! (for|ms)\b)/,
    example: 'kept',
    instead: 'stored, cached, retained, preserved (bfcache for a page)',
  },
  word('held', 'current, stored, locked or checked (subscriptionFingerprint for what a user has)'),
  word('stands', 'is, or represents'),
  word('nobody', 'no one, no user'),
  word('somebody', 'someone, a user, a visitor'),
  word('whoever', 'anyone who, the caller, no matter who'),
  word('hear tabs', 'subscribeToTabs'),
  { pattern: /\bstray (press|click)/, example: 'stray presses', instead: 'ghost clicks' },
  word('stand over', 'registerOverlay'),
  word('sheets', 'overlays'),
  word('note writer', 'setSupportAudience'),
  word('writer', 'SupportAudience'),
  { pattern: /\bdeeds?\b/, example: 'deed', instead: 'command' },
  { pattern: /\baccidents?\b/, example: 'accident', instead: 'network fault' },
  { pattern: /\bwitness(es)?\b/, example: 'witness', instead: 'sample' },
  { pattern: /\btall(y|ies)\b/, example: 'tally', instead: 'FindingCollector' },
  word('weather', 'networkConditions'),
  { pattern: /\bbreach(es)?\b/, example: 'breach', instead: 'violation' },
  { pattern: /\btroubles?\b/, example: 'trouble', instead: 'problem' },
  { pattern: /\b(to|for|of) who\b/, example: 'for who', instead: 'anyone who, or the visitor, the caller, the user' },
  { pattern: /\banew\b/, example: 'anew', instead: 'again' },
  {
    pattern: /\b(he|his|him|himself|she|her|herself)\b/,
    example: 'his',
    instead: 'they, or the user',
  },
  word('four words', 'specification extensions'),
]
