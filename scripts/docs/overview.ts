import type { Content, Contract } from '@paket/contract'
import { assumedCalls } from './assumed-parts.ts'
import { documentedCalls } from './failures.ts'
import { html } from '@paket/drift/html'
import { page, type PageName } from './html.ts'

/** Renders the start page, with links to the others. */
export function overview(contract: Contract, content: Content, version: string): Promise<string> {
  const calls = documentedCalls(contract)
  const failures = calls.flatMap((call) => call.failures).length
  const assumed = assumedCalls(contract, content).length
  const card = (file: PageName, title: string, text: string) => html`
    <li>
      <h3><a href="${file}">${title}</a></h3>
      <p>${text}</p>
    </li>
  `
  const body = html`
    <p class="lead">
      The calls of the «Пакет» subscription for partner teams: a typed SDK, its contract, and what to do when a call
      fails. All pages are generated from the contract and the SDK’s sources, version ${version}.
    </p>
    <ul class="cards">
      ${[
        card(
          'reference/index.html',
          'SDK',
          'Installation, a first call, failures, tokens, React Query; then every function and type.',
        ),
        card(
          'contract.html',
          'Contract',
          `${calls.length} calls with their bodies, answers and examples, as they go over the wire.`,
        ),
        card(
          'errors.html',
          'Failures',
          `${failures} failures of all calls, by code and status: what each means and what to do about it.`,
        ),
        card('assumed.html', 'Assumed parts', `${assumed} calls and the decisions that no backend has confirmed yet.`),
      ]}
    </ul>
    <h2>Getting started</h2>
    <pre><code>npm install ./paket-sdk-${version}.tgz</code></pre>
    <p>
      Then a <a href="reference/index.html">first call</a>. A failure of the SDK carries the address of its place in
      <a href="errors.html">the catalogue</a> as <code>failure.docs</code>; the part after <code>#</code> is the same
      here.
    </p>
  `
  return page('index.html', 'Paket for partners', body)
}
