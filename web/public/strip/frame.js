// The frame of the advertisement, see src/layout/top-strip.tsx. What runs here was written by others: only in a sandbox, which has no origin.
if (window.origin === 'null' && window.parent !== window) window.addEventListener('message', begin)

/** The page around says what to load, once. `hears`: it wants to know of clicks, and follows links itself. */
function begin({ source, data }) {
  if (source !== window.parent) return
  window.removeEventListener('message', begin)
  const report = (message) => window.parent.postMessage(message, '*')
  const place = document.body
  place.style.margin = '0'
  new ResizeObserver(() => report({ height: place.scrollHeight })).observe(place)
  if (data.hears)
    place.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link) return
      event.preventDefault()
      report({ href: link.href })
    })
  const script = document.createElement('script')
  script.src = data.script
  script.addEventListener('load', () => window[data.loader]?.(data.ids, place))
  document.head.append(script)
}
