import type { INavigator, IWindow, NavigateParams, NavigateResponse } from 'oidc-client-ts'

/**
 * The hidden frame that asks the provider for its session. The library's own one loads a blank page before the provider's answer and another
 * after it, each of which blocks a slow phone for a tenth of a second, and the page in between has a script that reports its address. This one
 * loads that page alone, without a script, and looks where it is.
 */
export const silentFrame = (answerMs: number): INavigator => ({
  prepare: async () => frameWindow(answerMs),
  // The frame is looked at from outside.
  callback: async () => undefined,
})

function frameWindow(answerMs: number): IWindow {
  let end = (): void => undefined
  const navigate = ({ url }: NavigateParams) =>
    new Promise<NavigateResponse>((resolve, reject) => {
      const frame = document.createElement('iframe')
      frame.hidden = true
      const comesBackTo = new URL(url).searchParams.get('redirect_uri')
      const timer = setTimeout(() => {
        end()
        reject(new Error('the identity provider did not answer in its frame'))
      }, answerMs)
      end = () => {
        clearTimeout(timer)
        frame.remove()
      }
      frame.addEventListener('load', () => {
        const address = addressOf(frame)
        // A page of the provider's own, which may lead on.
        if (!address || address.origin + address.pathname !== comesBackTo) return
        end()
        resolve({ url: address.href })
      })
      // Before it is in the page: an address that comes later would be an entry of the history.
      frame.src = url
      document.body.append(frame)
    })
  return { navigate, close: () => end() }
}

/** Where a frame is; null for a page of another origin, the browser's own of an error among them. */
function addressOf({ contentWindow }: HTMLIFrameElement): URL | null {
  try {
    return new URL(contentWindow?.location.href ?? '')
  } catch {
    return null
  }
}
