import type { ServerResponse } from 'node:http'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => entities[char] ?? char)

export interface Page {
  title: string
  content: string
  lang?: 'ru' | 'en'
  /** Narrow: one card in the middle. Full: the panel. */
  shape?: 'narrow' | 'wide' | 'full'
  /** What the script of the page gets, as `data-` attributes of its main part. */
  data?: Readonly<Record<string, string>>
  /** A file of ours; the page works without it. */
  script?: string
}

const attributes = (data: Readonly<Record<string, string>>) =>
  Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('')

/** A whole page. */
export const pageHtml = ({ title, content, lang = 'ru', shape = 'wide', data = {}, script }: Page) => `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" content="#f4f5f4" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#101311" media="(prefers-color-scheme: dark)">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/__mock/panel/engine/icon.svg">
<link rel="stylesheet" href="/__mock/panel/engine/style.css">
${script ? `<script type="module" src="${script}"></script>` : ''}
</head>
<body><main class="${shape}"${attributes(data)}>${content}</main></body>
</html>`

/** A page of ours: nothing inline, nothing of others; its forms may lead to known origins. */
export function pageHeaders(formOrigins: readonly string[] = []): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    // An IPv6 address is no valid source; a page on one has 'self'.
    ["form-action 'self'", ...formOrigins.filter((origin) => !origin.includes('['))].join(' '),
    "base-uri 'none'",
    // No script here makes markup of text.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "frame-ancestors 'self'",
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
}

/** Sends a page. */
export function sendPage(response: ServerResponse, status: number, page: Page, formOrigins?: readonly string[]): void {
  response.writeHead(status, pageHeaders(formOrigins)).end(pageHtml(page))
}
