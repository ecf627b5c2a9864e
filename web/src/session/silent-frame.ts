import type { INavigator, IWindow, NavigateParams, NavigateResponse } from 'oidc-client-ts'

/**
 * The hidden frame that asks the provider for its session. The library's own one loads a blank page before the provider's answer and another
 * after it: three documents, each of which blocks a slow phone for a tenth of a second. This one loads the answer alone.
 */
export const silentFrame = (answerMs: number): INavigator => ({
  prepare: async () => frameWindow(answerMs),
  // The page inside posts a message: public/auth/silent.js.
  callback: async () => undefined,
})

function frameWindow(answerMs: number): IWindow {
  let end = (): void => undefined
  const navigate = ({ url }: NavigateParams) =>
    new Promise<NavigateResponse>((resolve, reject) => {
      const frame = document.createElement('iframe')
      frame.hidden = true
      const timer = setTimeout(() => {
        end()
        reject(new Error('the identity provider did not answer in its frame'))
      }, answerMs)
      const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
        if (source !== frame.contentWindow || origin !== window.location.origin || !isAnswer(data)) return
        end()
        resolve({ url: data.url })
      }
      end = () => {
        clearTimeout(timer)
        window.removeEventListener('message', hear)
        frame.remove()
      }
      window.addEventListener('message', hear)
      // Before it is in the page: an address that comes later would be an entry of the history.
      frame.src = url
      document.body.append(frame)
    })
  return { navigate, close: () => end() }
}

const isAnswer = (data: unknown): data is { url: string } =>
  typeof data === 'object' &&
  data !== null &&
  'source' in data &&
  data.source === 'oidc-client' &&
  'url' in data &&
  typeof data.url === 'string'
