import {
  assumedParts as partsOf,
  callsOf,
  type Content,
  type Contract,
  isAssumed,
  type Operation,
  type Provenance,
} from '@paket/contract'
import type { Decision } from './decisions.ts'
import { html, type Markup } from '@paket/drift/html'
import { blocks, page, type PageName, prose } from './html.ts'

/** A call of the contract or of the content system. */
interface AddressedCall extends Pick<Operation, 'operationId' | 'summary' | 'description' | 'x-provenance'> {
  /** `POST /v1/create_order` */
  address: string
}

/** Returns the calls of both documents with their addresses. */
function addressedCalls(contract: Contract, content: Content): AddressedCall[] {
  const own = callsOf(contract).map(({ path, operation }) => ({ ...operation, address: `POST ${path}` }))
  const read = Object.entries(content.paths).map(([path, { get }]) => ({ ...get, address: `GET ${path}` }))
  return [...own, ...read]
}
export const assumedCalls = (contract: Contract, content: Content): AddressedCall[] =>
  addressedCalls(contract, content).filter(isAssumed)

const decisionLinks = (ids: readonly string[]) => html`
  <ul class="chips">
    ${ids.map((id) => html`<li><a class="chip" href="#${id}">${id}</a></li>`)}
  </ul>
`

function assumedRow({ operationId, address, summary, description, 'x-provenance': provenance }: AddressedCall): Markup {
  return html`
    <li id="${operationId}">
      <div>
        <h3>
          <a href="#${operationId}"><code>${operationId}</code></a>
        </h3>
        <p class="soft">${address}</p>
        <p class="soft">${provenance.section ?? ''}</p>
      </div>
      <div>
        <p>${prose(summary)}</p>
        ${blocks(description ?? '')}${decisionLinks(provenance.decisions ?? [])}
      </div>
    </li>
  `
}

const gapRow = ({ operationId, address, 'x-provenance': { section, decisions = [] } }: AddressedCall) => html`
  <li id="${operationId}">
    <div>
      <h3>
        <a href="#${operationId}"><code>${operationId}</code></a>
      </h3>
      <p class="soft">${address}</p>
      <p class="soft">${section ?? ''}</p>
    </div>
    <div>${decisionLinks(decisions)}</div>
  </li>
`

const decisionRow = ({ id, title, text }: Decision, calls: readonly AddressedCall[]) => html`
  <li id="${id}">
    <div>
      <h3><a href="#${id}">${id}</a></h3>
      <p>${prose(title)}</p>
    </div>
    <div>
      ${blocks(text)}
      <ul class="chips">
        ${calls.map(({ operationId }) => html`<li><a class="chip" href="#${operationId}">${operationId}</a></li>`)}
      </ul>
    </div>
  </li>
`

/** An assumed part of a call, or of every call. */
interface Part {
  /** `createOrder`, or `every call`. */
  of: string
  what: string
  provenance: Provenance
}
/** Lists the parts that are marked as assumed: rules, failures, parameters, headers. */
function allParts(contract: Contract): Part[] {
  const shared = [
    ...contract['x-failures'].map((failure) => ({ what: `the failure ${failure.name}`, part: failure })),
    ...Object.entries(contract.components.headers ?? {}).map(([name, part]) => ({ what: `the header ${name}`, part })),
  ].flatMap(({ what, part: { 'x-provenance': provenance } }) =>
    provenance?.kind === 'assumed' ? [{ of: 'every call', what, provenance }] : [],
  )
  const ofCalls = callsOf(contract).flatMap(({ id, operation }) =>
    partsOf(contract, operation).map((part) => ({ of: id, ...part })),
  )
  return [...ofCalls, ...shared]
}
const partRow = ({ of, what, provenance: { section, decisions = [] } }: Part) => html`
  <li>
    <div>
      <h3><code>${of}</code></h3>
      <p class="soft">${section ?? ''}</p>
    </div>
    <div>
      <p>${what}</p>
      ${decisionLinks(decisions)}
    </div>
  </li>
`

/**
 * Renders what no backend has confirmed: assumed calls, assumed parts, and the decisions that fill gaps in documented
 * calls.
 */
export function assumedParts(
  contract: Contract,
  content: Content,
  decisions: ReadonlyMap<string, Decision>,
  linkedPages?: readonly PageName[],
): Promise<string> {
  const calls = addressedCalls(contract, content)
  const cites = (call: AddressedCall, id: string) => (call['x-provenance'].decisions ?? []).includes(id)
  const parts = allParts(contract)
  const provenances = [...calls.map((call) => call['x-provenance']), ...parts.map(({ provenance }) => provenance)]
  const cited = [...new Set(provenances.flatMap(({ decisions: ids = [] }) => ids))].toSorted((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  )
  const missing = cited.filter((id) => !decisions.has(id))
  if (missing.length > 0) throw new Error(`x-provenance names decisions that do not exist: ${missing.join(', ')}`)
  const assumed = assumedCalls(contract, content)
  const body = html`
    <p class="lead">
      The documents that this contract was written from leave gaps. Everything added there is the project’s own until a
      backend confirms it: ${assumed.length} calls as a whole, ${parts.length} parts, and the decisions below.
    </p>
    <section aria-labelledby="assumed-title">
      <h2 id="assumed-title">Assumed calls</h2>
      <p class="soft">
        The documents mention them, but do not specify them as calls. Each entry says what was assumed.
      </p>
      <ul class="rows">
        ${assumed.map(assumedRow)}
      </ul>
    </section>
    <section aria-labelledby="parts-title">
      <h2 id="parts-title">Assumed parts</h2>
      <p class="soft">Parts of a call that no document specifies.</p>
      <ul class="rows">
        ${parts.map(partRow)}
      </ul>
    </section>
    <section aria-labelledby="gaps-title">
      <h2 id="gaps-title">Documented calls whose gaps are filled</h2>
      <p class="soft">Calls that the documents specify; the decisions say what was added.</p>
      <ul class="rows">
        ${calls.filter((call) => !isAssumed(call) && call['x-provenance'].decisions?.length).map(gapRow)}
      </ul>
    </section>
    <section aria-labelledby="decisions-title">
      <h2 id="decisions-title">Decisions</h2>
      <p class="soft">OP and OO: open points of the two source documents. D: the contract’s own.</p>
      <ul class="rows">
        ${cited.map((id) =>
          decisionRow(
            decisions.get(id)!,
            calls.filter((call) => cites(call, id)),
          ),
        )}
      </ul>
    </section>
  `
  return page('assumed.html', 'Assumed parts', body, { ...(linkedPages && { linkedPages }) })
}
