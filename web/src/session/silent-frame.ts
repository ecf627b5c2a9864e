import type { INavigator, IWindow, NavigateParams, NavigateResponse } from 'oidc-client-ts'

/**
 * The hidden frame that asks the provider for its session. The library's own frame loads a blank page before the provider's answer and another
 * after it, each of which blocks a slow phone for 0.1 s, and the page between them needs a script that reports its address. This frame loads only
 * that page, without a script, and reads its address from outside.
 */
export const silentFrame = (answerMs: number): INavigator => ({
  prepare: async () => frameWindow(answerMs),
  // Not needed: `frameWindow` reads the address from outside.
  callback: async () => undefined,
})

function frameWindow(answerMs: number): IWindow {
  let remove = (): void => undefined
  const navigate = ({ url }: NavigateParams) =>
    new Promise<NavigateResponse>((resolve, reject) => {
      const frame = document.createElement('iframe')
      frame.hidden = true
      const returnAddress = new URL(url).searchParams.get('redirect_uri')
      const timer = setTimeout(() => {
        remove()
        reject(new Error('the identity provider did not answer in its frame'))
      }, answerMs)
      remove = () => {
        clearTimeout(timer)
        frame.remove()
      }
      frame.addEventListener('load', () => {
        const address = addressOf(frame)
        // A page of the provider's, which may still redirect.
        if (!address || address.origin + address.pathname !== returnAddress) return
        remove()
        resolve({ url: address.href })
      })
      // Set before the frame is added: a later change would add an entry to the history.
      frame.src = url
      document.body.append(frame)
    })
  return { navigate, close: () => remove() }
}

/** The address of a frame; null for a page of another origin, such as the browser's error page. */
function addressOf({ contentWindow }: HTMLIFrameElement): URL | null {
  try {
    return new URL(contentWindow?.location.href ?? '')
  } catch {
    return null
  }
}
