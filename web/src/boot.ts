/** Long enough for the first view to be drawn and read, and for nothing to be measured as slow by it. */
const IDLE_AFTER_MS = 2500
/** What someone does who is about to press, or to look further. */
const signsOfLife = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'scroll'] as const

/** The main page has the styles of what it shows in itself; those of the app wait as styles of print, which hold nothing up. */
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

/** Says that the app did not come, at the end of the screen; the page beneath goes on reading. */
function showStartFailure(): void {
  const bar = document.createElement('p')
  bar.role = 'alert'
  bar.className = 'fixed inset-x-0 bottom-0 z-40 bg-ink p-4 text-center text-paper'
  const again = document.createElement('a')
  again.href = window.location.pathname + window.location.search
  again.className = 'underline'
  again.textContent = 'Обновить страницу'
  document.body.append(bar)
  bar.append('Страница загрузилась не полностью. Проверьте соединение. ', again)
}

/** A visit that something may be known of, or asked for: a session, a purchase, a place on the page. */
function isKnown(): boolean {
  if (window.location.search || window.location.hash || window.history.state !== null) return true
  try {
    return window.localStorage.length + window.sessionStorage.length > 0
  } catch {
    return false
  }
}

/**
 * The main page reads by itself: its links lead where they lead, and the app comes when someone moves or presses, or when the page has been
 * idle; at once where it is needed anyway. What was pressed before it came is pressed again then.
 */
function loadWhenNeeded(isNeeded: boolean): void {
  let pressed: HTMLElement | undefined
  let isLoading = false
  const load = () => {
    for (const sign of signsOfLife) window.removeEventListener(sign, load)
    if (isLoading) return
    isLoading = true
    void comeOrSay()
  }
  async function comeOrSay(): Promise<void> {
    const isThere = await loadApp().then(
      () => true,
      () => false,
    )
    window.removeEventListener('click', keep, true)
    if (pressed) pressed.ariaBusy = null
    if (isThere) pressed?.click()
    else showStartFailure()
  }
  const keep = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (!button) return
    event.stopImmediatePropagation()
    event.preventDefault()
    pressed = button
    button.ariaBusy = 'true'
    load()
  }
  window.addEventListener('click', keep, true)
  if (isNeeded) return load()
  for (const sign of signsOfLife) window.addEventListener(sign, load, { passive: true })
  const whenIdle = () =>
    'requestIdleCallback' in window ? window.requestIdleCallback(load, { timeout: IDLE_AFTER_MS }) : load()
  window.addEventListener('load', () => setTimeout(whenIdle, IDLE_AFTER_MS))
}

/** Whether the page reads before the app has come. */
const isWritten = document.getElementById('root')?.dataset['page'] === window.location.pathname
const isMainPage = isWritten && window.location.pathname === '/'
if (isMainPage && !isKnown()) loadWhenNeeded(false)
else {
  // The app reports its own errors.
  import('./app/opening.ts').then(({ openPage }) => openPage()).catch(() => undefined)
  if (isWritten && !isMainPage) loadWhenNeeded(true)
  else void loadApp()
}
