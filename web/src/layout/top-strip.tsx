import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { adClick } from '#domain/ad-link.ts'
import { useServices } from '#services/services.ts'
import { deferUntilIdle } from '#analytics/widgets.ts'
import { StripPlace } from './strip-place.tsx'

/** Without `allow-same-origin`, so its scripts cannot access the page or this origin's storage. Its links navigate only after a user's click. */
const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'
const MOST_HEIGHT_PX = 600

/** The advertisement in its sandboxed frame; nothing when the settings have none. */
export function AdBanner(): ReactNode {
  const services = useServices()
  const [, navigate] = useLocation()
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(0)
  const isIdle = useIdle()
  const { banner } = services.settings.widgets
  const isWebview = services.host.token !== null

  function onFrameMessage({ source, data }: MessageEvent<unknown>): void {
    if (!frame.current || source !== frame.current.contentWindow || typeof data !== 'object' || data === null) return
    if ('height' in data && typeof data.height === 'number') setHeight(Math.min(data.height, MOST_HEIGHT_PX))
    // The frame's message could be sent without a click, so the browser's own record of user activation is checked.
    const isPressed = window.navigator.userActivation?.isActive ?? true
    if ('href' in data && typeof data.href === 'string' && isWebview && isPressed) follow(data.href)
  }
  function follow(href: string): void {
    const what = adClick(href, window.location.origin, isWebview)
    if (what.kind === 'navigate') navigate(what.path, { transition: true })
    else if (what.kind === 'open') services.host.openOutside(what.url)
    else if (/^https?:/.test(href)) window.location.assign(href)
  }
  const handleMessage = useEffectEvent(onFrameMessage)
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => handleMessage(event)
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])
  if (!banner) return null
  /** Sent to `*`, because a sandboxed frame has no origin. The message contains no secret. */
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

/** Whether the browser has been idle once, so that the advertisement never delays the app. */
function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    let isLeft = false
    deferUntilIdle(() => isLeft || setIsIdle(true))
    return () => void (isLeft = true)
  }, [])
  return isIdle
}
