/** The Trusted Types policy by which a script of others gets its address; the Content-Security-Policy allows no other. */
export const WIDGET_POLICY = 'paket-widgets'

/**
 * A script of others that runs in the page, beside the token: a path of this origin, or an address elsewhere with the hash that the browser
 * holds it to (OP-102). An empty text is none.
 */
export type WidgetScript = string | { src: string; integrity: string }
export const addressOf = (script: WidgetScript): string => (typeof script === 'string' ? script : script.src)

/** Whether a value of the settings is such a script. */
export function isWidgetScript(value: unknown): value is WidgetScript {
  if (typeof value === 'string') return value === '' || /^\/(?![/\\])/.test(value)
  const { src, integrity } = (value ?? {}) as Partial<Record<string, unknown>>
  return typeof src === 'string' && typeof integrity === 'string' && /^sha(256|384|512)-[\w+/]+=*$/.test(integrity)
}

/** Scripts of others; an empty one, or none, is off (OP-50). */
export interface WidgetSettings {
  /** The one host whose visits are counted (OP-54). */
  productionHost?: string
  metrics?: WidgetScript
  /** The function that the metrics put into the page: it gives the client id to a callback (OP-50). */
  clientId?: string
  analytics?: WidgetScript
  /**
   * The advertisement: its script, the function that it brings, and the fixed ids that the function is called with (C-WIDGET-02). It changes
   * with each campaign, so it has no hash: it runs in a frame of its own, without this origin (OP-102).
   */
  banner?: { script: string; loader: string; ids: readonly string[] }
  /** A script by kind of subscriber, and the function that each of them brings to open the chat (O-SUPPORT-07). */
  chat?: Partial<Record<(typeof chatKinds)[number], WidgetScript>> & { open?: string }
}
const chatKinds = ['hr', 'activated', 'other'] as const

/** Metrics on the production host only (C-WIDGET-01), analytics in webviews only (C-WIDGET-06). */
export const visitScripts = (
  { productionHost, metrics, analytics }: WidgetSettings,
  { hostname, isWebview }: { hostname: string; isWebview: boolean },
): WidgetScript[] =>
  [productionHost && hostname === productionHost ? metrics : undefined, isWebview ? analytics : undefined].filter(
    (script): script is WidgetScript => Boolean(script),
  )

/** The chat of an employee, of an active subscriber, of anybody else, asked in this order (C-WIDGET-03..05). */
export function chatScript(
  { chat = {} }: WidgetSettings,
  { isEmployee, isActivated }: { isEmployee: boolean; isActivated: boolean },
): WidgetScript | null {
  return (isEmployee ? chat.hr : isActivated ? chat.activated : chat.other) || null
}

/** The scripts that may be put into the page, by their place in the settings. */
export const pageScripts = ({
  metrics,
  analytics,
  chat,
}: WidgetSettings): Record<string, WidgetScript | undefined> => ({
  metrics,
  analytics,
  ...Object.fromEntries(chatKinds.map((kind) => [`chat.${kind}`, chat?.[kind]])),
})
