import { renewFiles } from '#session/renew-files.ts'
import { showStartFailure } from './start-failure.ts'

/**
 * Recovers a page whose first script or stylesheet came empty or cut, and is stored so by the browser: nothing of the app runs then. Each visit asks the
 * server for this script; its name has no hash.
 */
async function recover(): Promise<void> {
  if (document.documentElement.dataset['booted'] === undefined) return showStartFailure()
  // One without styles although it has arrived.
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
    ({ sheet, href }) => !sheet && performance.getEntriesByName(href).length > 0,
  )
  if (failed.length === 0 || !(await renewFiles())) return
  // Without a reload, because the app works, and may be paying.
  for (const link of failed) link.replaceWith(link.cloneNode())
}
if (document.readyState === 'complete') void recover()
else window.addEventListener('load', () => void recover())
