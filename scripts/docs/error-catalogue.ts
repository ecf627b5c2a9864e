import type { Contract } from '@paket/contract'
import { type DocumentedCall, type DocumentedFailure, documentedCalls } from './failures.ts'
import { html, type Markup } from '@paket/drift/html'
import { page, type PageName, prose } from './html.ts'

const outcomeAnchor = (outcome: string) => `outcome.${outcome}`

const failureRow = ({ anchor, name, when, outcome, say, description, isCommon }: DocumentedFailure) => html`
  <li id="${anchor}" class="entry">
    <div>
      <h3>
        <a href="#${anchor}"><code>${name}</code></a>
      </h3>
      <p class="soft">${when}</p>
      ${isCommon ? html`<p class="soft">every call has it</p>` : ''}
    </div>
    <div>
      <p>${prose(description)}</p>
      <p><a class="chip" href="#${outcomeAnchor(outcome)}">${outcome}</a> ${say === null ? '' : prose(say)}</p>
    </div>
  </li>
`

const callSection = ({ id, path, operation, failures }: DocumentedCall) => html`
  <section id="${id}" class="group" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${id}</h2>
    <p class="soft">${prose(operation.summary)} <code>POST ${path}</code></p>
    <ul class="rows">
      ${failures.map(failureRow)}
    </ul>
  </section>
`

function outcomeRow(outcome: string, say: string, source: string, failures: DocumentedFailure[]): Markup {
  const links = failures.map(({ anchor }) => html`<li><a class="chip" href="#${anchor}">${anchor}</a></li>`)
  return html`
    <li id="${outcomeAnchor(outcome)}" class="entry">
      <div>
        <h3>
          <a href="#${outcomeAnchor(outcome)}"><code>${outcome}</code></a>
        </h3>
        <p class="soft">${source}</p>
      </div>
      <div>
        <p>${prose(say)}</p>
        <details>
          <summary>${failures.length} failures</summary>
          <ul class="chips">
            ${links}
          </ul>
        </details>
      </div>
    </li>
  `
}

/** The page's filter: shows only entries that contain all typed words. Without scripts everything is shown. */
const filter = `
const box = document.querySelector('.filter')
const input = box.querySelector('input')
const found = box.querySelector('[role=status]')
const groups = [...document.querySelectorAll('.group')]
box.hidden = false
const show = () => {
  const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let count = 0
  for (const group of groups) {
    const title = group.querySelector('h2').textContent.toLowerCase()
    let any = false
    for (const entry of group.querySelectorAll('.entry')) {
      const text = title + ' ' + entry.textContent.toLowerCase()
      entry.hidden = !words.every((word) => text.includes(word))
      any ||= !entry.hidden
      count += entry.hidden ? 0 : 1
    }
    group.hidden = !any
  }
  found.textContent = words.length ? count + ' found' : ''
}
input.addEventListener('input', show)
// A link to an entry that is filtered out clears the filter.
addEventListener('hashchange', () => {
  if (!document.getElementById(decodeURIComponent(location.hash.slice(1)))?.hidden) return
  input.value = ''
  show()
  document.getElementById(decodeURIComponent(location.hash.slice(1))).scrollIntoView()
})
`

/** Renders the error catalogue: every failure of every call with its anchor, and what to do about it. */
export function errorCatalogue(contract: Contract, linkedPages?: readonly PageName[]): Promise<string> {
  const calls = documentedCalls(contract)
  const failures = calls.flatMap((call) => call.failures)
  const outcomes = Object.entries(contract['x-outcomes']).map(([outcome, { say, source }]) => {
    const ofOutcome = failures.filter((failure) => failure.outcome === outcome)
    return outcomeRow(outcome, say, source, ofOutcome)
  })
  const body = html`
    <p class="lead">
      A call never throws for an error of the server or the network: it returns a failure with a <code>name</code>, an
      <code>outcome</code> and, in <code>docs</code>, a link to its place on this page. Handle outcomes, of which there
      are few; use names where a call needs more.
    </p>
    <p class="soft">${calls.length} calls, ${failures.length} failures, ${outcomes.length} outcomes.</p>
    <div class="filter" hidden>
      <label for="filter">Filter</label>
      <input id="filter" type="search" placeholder="a call, a code, an outcome" autocomplete="off" spellcheck="false" />
      <span role="status"></span>
    </div>
    <details>
      <summary>Calls</summary>
      <ul class="chips">
        ${calls.map(({ id }) => html`<li><a class="chip" href="#${id}">${id}</a></li>`)}
      </ul>
    </details>
    ${calls.map(callSection)}
    <section id="outcomes" class="group" aria-labelledby="outcomes-title">
      <h2 id="outcomes-title">Outcomes</h2>
      <p class="soft">What a client may have to do about a failure: a closed list for all calls.</p>
      <ul class="rows">
        ${outcomes}
      </ul>
    </section>
  `
  return page('errors.html', 'Failures', body, { script: filter, ...(linkedPages && { linkedPages }) })
}
