import { html, type Markup, raw } from '../html.ts'
import { details, type Report, verdict } from '../report.ts'
import { gravest, leftText } from './gravest.ts'

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}
article{border-left:4px solid #999;padding:.25rem 1rem;margin:1rem 0}article.breaking{border-color:#c0142b}article.risky{border-color:#a66300}
h3{margin:.25rem 0;font-size:1rem}ul{padding-left:1.25rem}li{overflow-wrap:anywhere}code{background:#f1f1f4;padding:0 .2em}
@media(prefers-color-scheme:dark){body{background:#16161a;color:#e8e8ec}code{background:#2a2a30}}`
export function asHtml(report: Report): Markup {
  const { shown, left } = gravest(report.findings)
  const more = leftText(left).map((text) => html`<p>${text}</p>`)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${verdict(report)}</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <h1>${report.about}</h1>
        <p><strong>${verdict(report)}</strong></p>
        ${shown.map(
          (finding) =>
            html`<article class="${finding.severity}" id="${finding.id}">
              <h3>${finding.severity}: ${finding.says}</h3>
              <ul>
                ${details(finding, report).map((line) => html`<li>${line}</li>`)}
              </ul>
            </article> `,
        )}
        ${more}
        ${report.sections.map(
          ({ title, lines }) =>
            html`<section>
              <h2>${title}</h2>
              <ul>
                ${lines.map((line) => html`<li>${line}</li>`)}
              </ul>
            </section> `,
        )}
        <ul>
          ${report.facts.map((fact) => html`<li>${fact}</li>`)}
        </ul>
      </body>
    </html>`
}
