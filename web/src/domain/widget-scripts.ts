/** The Trusted Types policy that creates the addresses of third-party scripts; the Content-Security-Policy allows no other for them. */
export const WIDGET_POLICY = 'paket-widgets'

/**
 * A third-party script that runs in the page, where it could reach the token: a path of this origin, or an address elsewhere with a hash that the
 * browser checks (OP-102). An empty text means that there is none.
 */
export type WidgetScript = string | { src: string; integrity: string }
export const addressOf = (script: WidgetScript): string => (typeof script === 'string' ? script : script.src)

/** Whether a value of the settings is a valid third-party script. */
export function isWidgetScript(value: unknown): value is WidgetScript {
  if (typeof value === 'string') return value === '' || /^\/(?![/\\])/.test(value)
  const { src, integrity } = (value ?? {}) as Partial<Record<string, unknown>>
  return typeof src === 'string' && typeof integrity === 'string' && /^sha(256|384|512)-[\w+/]+=*$/.test(integrity)
}

/** Third-party scripts; one that is empty or missing is switched off (OP-50). */
export interface WidgetSettings {
  /** The host name whose visits are counted (OP-54). */
  productionHost?: string
  metrics?: WidgetScript
  /** Name of the metrics' global function, which passes the client id to a callback (OP-50). */
  clientId?: string
  analytics?: WidgetScript
  /**
   * The advertisement: its script, the name of the script's global function, and the fixed ids that the function is called with (C-WIDGET-02). It
   * changes with each campaign, so it has no hash: it runs in a sandboxed frame without an origin (OP-102).
   */
  banner?: { script: string; loader: string; ids: readonly string[] }
  /** The chat's script for each kind of subscriber, and the name of the global function that opens the chat (O-SUPPORT-07). */
  chat?: Partial<Record<(typeof chatKinds)[number], WidgetScript>> & { open?: string }
}
const chatKinds = ['hr', 'activated', 'other'] as const

/** The scripts of a visit: metrics on the production host only (C-WIDGET-01), analytics in webviews only (C-WIDGET-06). */
export const visitScripts = (
  { productionHost, metrics, analytics }: WidgetSettings,
  { hostname, isWebview }: { hostname: string; isWebview: boolean },
): WidgetScript[] =>
  [productionHost && hostname === productionHost ? metrics : undefined, isWebview ? analytics : undefined].filter(
    (script): script is WidgetScript => Boolean(script),
  )

/** The chat's script: for an employee, else for an active subscriber, else for all others (C-WIDGET-03..05). */
export function chatScript(
  { chat = {} }: WidgetSettings,
  { isEmployee, isActivated }: { isEmployee: boolean; isActivated: boolean },
): WidgetScript | null {
  return (isEmployee ? chat.hr : isActivated ? chat.activated : chat.other) || null
}

/** The scripts that may run in the page, by their path in the settings. */
export const pageScripts = ({
  metrics,
  analytics,
  chat,
}: WidgetSettings): Record<string, WidgetScript | undefined> => ({
  metrics,
  analytics,
  ...Object.fromEntries(chatKinds.map((kind) => [`chat.${kind}`, chat?.[kind]])),
})
