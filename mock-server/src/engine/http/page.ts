import type { ServerResponse } from 'node:http'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => entities[char] ?? char)

export interface Page {
  title: string
  content: string
  lang?: 'ru' | 'en'
  /** Narrow: one card in the middle. Full: the panel. */
  shape?: 'narrow' | 'wide' | 'full'
  /** Data for the page's script, as `data-` attributes of `<main>`. */
  data?: Readonly<Record<string, string>>
  /** A script of the mock; the page works without it. */
  script?: string
}

const attributes = (data: Readonly<Record<string, string>>) =>
  Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('')

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

/**
 * Headers of an HTML page. The policy allows only files of the mock, nothing inline; forms may submit to `formOrigins`.
 */
export function pageHeaders(formOrigins: readonly string[] = []): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    // CSP has no syntax for IPv6 sources; a page on such an address has 'self'.
    ["form-action 'self'", ...formOrigins.filter((origin) => !origin.includes('['))].join(' '),
    "base-uri 'none'",
    // No script here writes HTML strings.
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

export function sendPage(response: ServerResponse, status: number, page: Page, formOrigins?: readonly string[]): void {
  response.writeHead(status, pageHeaders(formOrigins)).end(pageHtml(page))
}
