/** Addresses of scripts of others; an empty one, or none, is off (OP-50). */
export interface WidgetSettings {
  /** The one host whose visits are counted (OP-54). */
  productionHost?: string
  metrics?: string
  /** The function that the metrics put into the page: it gives the client id to a callback (OP-50). */
  clientId?: string
  analytics?: string
  /** The advertisement: its script, the function that it brings, and the fixed ids that the function is called with (C-WIDGET-02). */
  banner?: { script: string; loader: string; ids: readonly string[] }
  /** A script by kind of subscriber, and the function that each of them brings to open the chat (O-SUPPORT-07). */
  chat?: { hr?: string; activated?: string; other?: string; open?: string }
}
/** Metrics on the production host only (C-WIDGET-01), analytics in webviews only (C-WIDGET-06). */
export const visitScripts = (
  { productionHost, metrics, analytics }: WidgetSettings,
  { hostname, isWebview }: { hostname: string; isWebview: boolean },
): string[] =>
  [productionHost && hostname === productionHost ? metrics : undefined, isWebview ? analytics : undefined].filter(
    (script): script is string => Boolean(script),
  )

/** The chat of an employee, of an active subscriber, of anybody else, asked in this order (C-WIDGET-03..05). */
export function chatScript(
  { chat = {} }: WidgetSettings,
  { isEmployee, isActivated }: { isEmployee: boolean; isActivated: boolean },
): string | null {
  return (isEmployee ? chat.hr : isActivated ? chat.activated : chat.other) || null
}
