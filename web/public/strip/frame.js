// The script of the advertisement's frame, see src/layout/top-strip.tsx. It loads third-party code, so it runs only in a sandbox with an opaque origin.
if (window.origin === 'null' && window.parent !== window) window.addEventListener('message', begin)

/** Handles the parent's only message: what to load. With `hears` it reports clicks on links to the parent, which opens them. */
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
