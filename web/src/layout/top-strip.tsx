import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { adClick } from '#domain/ad-link.ts'
import { useServices } from '#services/services.ts'
import { deferUntilIdle } from '#analytics/widgets.ts'
import { StripPlace } from './strip-place.tsx'

/** Without `allow-same-origin`: what runs in it reaches neither the page nor the storage of this origin. Its links leave by a user's click alone. */
const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'
const MOST_HEIGHT_PX = 600

/** The advertisement, in its place. Nothing without its settings. */
export function AdBanner(): ReactNode {
  const services = useServices()
  const [, navigate] = useLocation()
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(0)
  const isIdle = useIdle()
  const { banner } = services.settings.widgets
  const isWebview = services.host.token !== null

  function hear({ source, data }: MessageEvent<unknown>): void {
    if (!frame.current || source !== frame.current.contentWindow || typeof data !== 'object' || data === null) return
    if ('height' in data && typeof data.height === 'number') setHeight(Math.min(data.height, MOST_HEIGHT_PX))
    // A frame says that a link was pressed; the browser knows whether anything was.
    const isPressed = window.navigator.userActivation?.isActive ?? true
    if ('href' in data && typeof data.href === 'string' && isWebview && isPressed) follow(data.href)
  }
  function follow(href: string): void {
    const what = adClick(href, window.location.origin, isWebview)
    if (what.kind === 'navigate') navigate(what.path, { transition: true })
    else if (what.kind === 'open') services.host.openOutside(what.url)
    else if (/^https?:/.test(href)) window.location.assign(href)
  }
  const hearNow = useEffectEvent(hear)
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => hearNow(event)
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])
  if (!banner) return null
  /** The frame has no origin that could be named. Nothing in the message is secret. */
  const begin = () => frame.current?.contentWindow?.postMessage({ ...banner, hears: isWebview }, '*')
  return (
    <StripPlace>
      {isIdle && (
        <iframe
          ref={frame}
          title="Реклама"
          src="/strip/frame.html"
          sandbox={SANDBOX}
          onLoad={begin}
          height={height}
          className="block w-full"
        />
      )}
    </StripPlace>
  )
}

/** Whether everything of ours was done once. */
function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    let isLeft = false
    deferUntilIdle(() => isLeft || setIsIdle(true))
    return () => void (isLeft = true)
  }, [])
  return isIdle
}
