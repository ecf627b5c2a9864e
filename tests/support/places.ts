/** Everything that outlives the page or is seen outside of it: the storages, the cookies, the address. */
export function placesOutside(): string[] {
  const storages = [window.localStorage, window.sessionStorage].flatMap((storage) =>
    Array.from({ length: storage.length }, (_, place) => storage.getItem(storage.key(place) ?? '') ?? ''),
  )
  return [...storages, document.cookie, window.location.href]
}
