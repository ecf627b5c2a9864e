import { isFirst, renewFiles } from '#session/renew-files.ts'
import { showStartFailure } from './start-failure.ts'

/** The app loads by itself this long after the page's load event, when the browser is idle. By then the first view is drawn and read. */
const IDLE_AFTER_MS = 2500
/** Events of someone who is about to press something, or to look further. */
const signsOfLife = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'scroll'] as const

/** Applies the app's stylesheet. The main page has the styles of its first view inline and loads the rest as a print stylesheet, which does not block drawing. */
function applyStyles(): Promise<unknown> {
  const styles = document.querySelector<HTMLLinkElement>('link[rel=stylesheet][media=print]')
  if (!styles) return Promise.resolve()
  styles.media = 'all'
  if (styles.sheet) return Promise.resolve()
  return new Promise((done) => {
    for (const end of ['load', 'error']) styles.addEventListener(end, done, { once: true })
  })
}

const loadApp = () =>
  applyStyles()
    .then(() => import('./main.tsx'))
    .then(({ started }) => started)

/** Whether this visit may have a session, a purchase, or a place on the page to return to. */
function isKnown(): boolean {
  if (window.location.search || window.location.hash || window.history.state !== null) return true
  try {
    return window.localStorage.length + window.sessionStorage.length > 0
  } catch {
    return false
  }
}

/** Browsers send a pointermove without a movement for a pointer that rests where the page appears. */
const isAtRest = (event?: Event): boolean =>
  event?.type === 'pointermove' && !(event as PointerEvent).movementX && !(event as PointerEvent).movementY

/**
 * Loads the app, at once or, with `whenTouched`, once someone moves or presses, or the page has been idle. A button that is pressed before the
 * app is there is pressed again when it is. An app that cannot be loaded is reported on the page.
 */
function loadOnce({ whenTouched }: { whenTouched: boolean }): void {
  let pressed: HTMLElement | undefined
  let isLoading = false
  const load = (event?: Event) => {
    if (isLoading || isAtRest(event)) return
    isLoading = true
    for (const sign of signsOfLife) window.removeEventListener(sign, load)
    void loadAndReplay()
  }
  async function loadAndReplay(): Promise<void> {
    const isLoaded = await loadApp().then(
      () => true,
      () => false,
    )
    window.removeEventListener('click', holdClick, true)
    pressed?.removeAttribute('aria-busy')
    if (isLoaded) pressed?.click()
    else void showStartFailure()
  }
  const holdClick = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (!button) return
    event.stopImmediatePropagation()
    event.preventDefault()
    pressed = button
    button.setAttribute('aria-busy', 'true')
    load()
  }
  window.addEventListener('click', holdClick, true)
  if (!whenTouched) return load()
  for (const sign of signsOfLife) window.addEventListener(sign, load, { passive: true })
  const whenIdle = () =>
    'requestIdleCallback' in window ? window.requestIdleCallback(() => load(), { timeout: IDLE_AFTER_MS }) : load()
  window.addEventListener('load', () => setTimeout(whenIdle, IDLE_AFTER_MS))
}

// Also a file that no one waits for is whole at the next visit.
window.addEventListener('vite:preloadError', () => void (navigator.onLine && isFirst('renewal') && renewFiles()))

const { pathname } = window.location
const isPrerendered = document.getElementById('root')?.dataset['page'] === pathname
const isMainPage = isPrerendered && pathname === '/'
const whenTouched = isMainPage && !isKnown()
// The app reports the errors of the opening itself.
if (!whenTouched) import('./app/opening.ts').then(({ openPage }) => openPage()).catch(() => undefined)
loadOnce({ whenTouched })
// For recover.ts: this script is whole.
document.documentElement.dataset['booted'] = ''
