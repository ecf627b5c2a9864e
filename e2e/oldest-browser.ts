/**
 * Removes from a page what the oldest supported browsers, Chrome 111 and Safari 16.4 (`web/vite.config.ts`), do not have, and what the app
 * does not ask for before it uses it: a call of it fails the test. Source: MDN's browser-compat-data.
 */
export function removeNewFeatures(): void {
  const newer: [object, ...PropertyKey[]][] = [
    [AbortSignal, 'any'],
    [Array, 'fromAsync'],
    [Document, 'parseHTMLUnsafe'],
    [Element.prototype, 'getHTML', 'moveBefore', 'setHTMLUnsafe'],
    [Headers.prototype, 'getSetCookie'],
    [HTMLElement.prototype, 'hidePopover', 'showPopover', 'togglePopover'],
    [Map, 'groupBy'],
    [Object, 'groupBy'],
    [Promise, 'try', 'withResolvers'],
    [ReadableStream, 'from'],
    [ReadableStream.prototype, 'values', Symbol.asyncIterator],
    [Response, 'json'],
    [Set.prototype, 'difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf'],
    [Set.prototype, 'symmetricDifference', 'union'],
    [URL, 'canParse', 'parse'],
    [URLSearchParams.prototype, 'size'],
    // Iterators have `map`, `toArray` and the like since Safari 18.4.
    [globalThis, 'Iterator', 'CloseWatcher', 'cookieStore', 'navigation'],
  ]
  for (const [owner, ...names] of newer) for (const name of names) Reflect.deleteProperty(owner, name)
}
