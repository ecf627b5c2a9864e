/** All texts that outlive the page or are visible outside of it: storages, cookies, address. */
export function persistedTexts(): string[] {
  const storages = [window.localStorage, window.sessionStorage].flatMap((storage) =>
    Array.from({ length: storage.length }, (_, place) => storage.getItem(storage.key(place) ?? '') ?? ''),
  )
  return [...storages, document.cookie, window.location.href]
}
