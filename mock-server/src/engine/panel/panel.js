// The panel over the mock's own calls. Content from elsewhere is only ever text.
const main = document.querySelector('[data-panel]')
const REFRESH_MS = 1000

/** An element with attributes, listeners (`onclick`) and children. */
function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value)
    else if (value === true) node.setAttribute(name, '')
    else if (value !== false && value !== undefined) node.setAttribute(name, value)
  }
  node.append(...children.filter((child) => child !== null && child !== undefined))
  return node
}
const button = (text, onclick, attributes = {}) => el('button', { type: 'button', onclick, ...attributes }, text)
const json = (value) => JSON.stringify(value, null, 2)

/** Asks the mock; a failure is said on the page. */
async function ask(method, path, body) {
  try {
    const headers = { 'x-paket-mock': '1', ...(body !== undefined && { 'content-type': 'application/json' }) }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const answer = await fetch(`/__mock/${path}`, { ...init, signal: AbortSignal.timeout(10_000) })
    const value = await answer.json()
    if (!answer.ok) throw new Error(value.detail ?? `HTTP ${answer.status}`)
    return value
  } catch (error) {
    say(error.message, true)
    throw error
  }
}
const status = el('p', { role: 'status', class: 'notice' })
function say(text, isError = false) {
  status.textContent = text
  status.classList.toggle('error', isError)
}
/** Does something, says that it is done, shows what became of it. */
async function act(text, work) {
  await work()
  say(text)
  await refresh()
}

const state = { met: [], contract: [], scenarios: [], login: '', filter: '', operation: '' }
const userPath = (rest = '') => `users/${encodeURIComponent(state.login)}${rest}`
const parts = {}
const shown = new Map()
/** What is being pressed: a press is of one element from its beginning to its click. */
let pressed = null
document.addEventListener('pointerdown', ({ target }) => (pressed = target))
// The click comes right after its pointer has gone up.
for (const end of ['pointerup', 'pointercancel'])
  document.addEventListener(end, () => setTimeout(() => (pressed = null)))
/** Replaces what a part shows when its data are others, unless somebody is typing, choosing or pressing in it. */
function show(name, data, make) {
  const part = parts[name]
  const text = JSON.stringify(data)
  if (shown.get(name) === text) return
  if (part.contains(pressed)) return
  if (part.contains(document.activeElement) && /^(INPUT|SELECT)$/.test(document.activeElement.tagName)) return
  const focused = part.contains(document.activeElement) ? document.activeElement.dataset.key : undefined
  shown.set(name, text)
  part.replaceChildren(...make(data).filter(Boolean))
  if (focused) part.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus()
}

// The clock, for everybody.
const jumps = [
  ['+15 s', 'PT15S'],
  ['+20 min', 'PT20M'],
  ['+1 day', 'P1D'],
  ['+31 days', 'P31D'],
]
function showClock({ now, stopped }) {
  parts.clockNow.textContent = `${now.replace('T', ' ').slice(0, 19)} UTC${stopped ? ', standing' : ''}`
}
const clock = el(
  'section',
  { 'aria-labelledby': 'clock-title', class: 'card' },
  el('h2', { id: 'clock-title' }, 'Clock'),
  (parts.clockNow = el('p', { class: 'mono' })),
  el(
    'div',
    { class: 'actions' },
    ...jumps.map(([text, advance]) =>
      button(text, () => act(`The clock went ${text}`, () => ask('PUT', 'clock', { advance }))),
    ),
    button('Stand still', () =>
      act('The clock stands', async () => ask('PUT', 'clock', { now: (await ask('GET', 'clock')).now })),
    ),
    button('Real time', () => act('The clock shows real time', () => ask('PUT', 'clock', { now: null }))),
    button('Reset everything', () => act('Everything is as at the start', () => ask('POST', 'reset')), {
      class: 'danger',
    }),
  ),
)

// The content system, for everybody: its read has no token.
const contentButton = (text, chosen, attributes) =>
  button(
    text,
    () =>
      act(chosen.example ? `The content system answers ${text}` : 'The content system answers as usual', () =>
        ask('PUT', 'content', chosen),
      ),
    attributes,
  )
function showContent({ example, delayMs, examples }) {
  show('content', { example, delayMs, examples }, () => [
    el('p', { class: 'soft' }, `Now: ${example ?? 'as usual'}${delayMs > 0 ? `, ${delayMs} ms late` : ''}.`),
    el(
      'div',
      { class: 'actions' },
      contentButton('As usual', { example: null }, { 'data-key': 'content usual' }),
      ...examples.map(({ name, status: httpStatus, summary }) =>
        contentButton(
          name,
          { example: name, delayMs },
          {
            title: `HTTP ${httpStatus}. ${summary}`,
            class: 'quiet',
            'data-key': `content ${name}`,
          },
        ),
      ),
      button(
        '3 s late',
        () => act('The content system is 3 s late', () => ask('PUT', 'content', { example, delayMs: 3000 })),
        {
          class: 'quiet',
          'data-key': 'content late',
        },
      ),
    ),
  ])
}
const contentSystem = el(
  'section',
  { 'aria-labelledby': 'content-title', class: 'card' },
  el('h2', { id: 'content-title' }, 'Content system'),
  (parts.content = el('div')),
)

// Users.
function showUsers(met) {
  const known = [...state.scenarios.map(({ name }) => name), ...met.map(({ login }) => login)]
  const logins = [...new Set(known)].filter((login) => login !== main.dataset.visitor)
  const word = state.filter.toLowerCase()
  const found = logins.filter((login) => `${login} ${titleOf(login, met)}`.toLowerCase().includes(word))
  const rows = found.map((login) => ({
    login,
    title: titleOf(login, met),
    group: state.scenarios.find(({ name }) => name === login)?.group ?? 'Met',
    isChosen: login === state.login,
  }))
  const newcomer = [...new Set([state.filter, state.login])].find((name) => name && !logins.includes(name))
  show('users', { rows, newcomer }, () => [
    ...[...new Set(rows.map(({ group }) => group))].flatMap((group) => [
      el('h3', {}, group),
      el('ul', {}, ...rows.filter((row) => row.group === group).map(userLink)),
    ]),
    newcomer && userLink({ login: newcomer, title: 'A new subscriber', isChosen: false }),
  ])
}
const userLink = ({ login, title, isChosen }) =>
  el(
    'li',
    {},
    el(
      'a',
      {
        href: `#${encodeURIComponent(login)}`,
        'data-key': `user ${login}`,
        'aria-current': isChosen ? 'true' : undefined,
      },
      el('code', {}, login),
      el('span', { class: 'soft small' }, title),
    ),
  )
function titleOf(login, met) {
  const name = met.find((user) => user.login === login)?.scenario ?? login
  return state.scenarios.find((scenario) => scenario.name === name)?.title ?? ''
}

// One user.
function showUser(user) {
  const scenario = state.scenarios.find(({ name }) => name === user.scenario)
  const { login, endsAt } = user
  show('about', { login, endsAt, scenario }, () => [
    el('h2', { id: 'user-title' }, login),
    el('p', {}, `${scenario?.title ?? user.scenario}. ${scenario?.description ?? ''}`),
    el(
      'div',
      { class: 'actions' },
      el(
        'a',
        {
          class: 'button',
          href: `${main.dataset.app}/__mock/${userPath('/sign-in')}`,
          target: '_blank',
          'data-key': 'sign in',
        },
        `Open the app as ${login}`,
      ),
      endsAt &&
        button(`Jump to the day before ${endsAt.slice(0, 10)}, the renewal`, () => jumpBefore(endsAt), {
          class: 'quiet',
          'data-key': 'jump',
        }),
    ),
  ])
  if (parts.scenario.dataset.of !== `${login} ${user.scenario}`) {
    parts.scenario.value = user.scenario
    parts.scenario.dataset.of = `${login} ${user.scenario}`
  }
  showOrders(user.orders)
  const answers = Object.entries(user.answers).map(([call, { example, set }]) =>
    el('li', {}, el('code', {}, call), ` ${example}`, Object.keys(set).length > 0 ? el('pre', {}, json(set)) : null),
  )
  show('answersList', { login, answers: user.answers }, () => answers)
  showFaults(user.faults)
  const { profile, failurePercent, seed } = user.network
  show('network', user.network, () => [`Now: ${profile}, ${failurePercent} % of the calls fail (seed ${seed}).`])
  const { tokenSeconds } = user
  show('tokens', tokenSeconds, () => [`Access tokens last ${tokenSeconds ?? 300} s.`])
}
const DAY_MS = 86_400_000
async function jumpBefore(endsAt) {
  const { now } = await ask('GET', 'clock')
  const seconds = Math.round((Date.parse(endsAt) - DAY_MS - Date.parse(now)) / 1000)
  const advance = `${seconds < 0 ? '-' : ''}PT${Math.abs(seconds)}S`
  await act('It is the day before the renewal', () => ask('PUT', 'clock', { advance }))
}

// Payment.
function showOrders(orders) {
  const open = orders.filter(({ decided, kind }) => !decided && (kind === 'newCard' || kind === 'binding'))
  const forms = open.map(({ id, formUrl }) => ({ id, formUrl }))
  show('orders', forms, () =>
    forms.length > 0
      ? forms.map(({ id, formUrl }) =>
          el(
            'li',
            {},
            el('a', { href: formUrl, target: '_blank', 'data-key': id }, `Payment page of order ${id.slice(0, 8)}`),
          ),
        )
      : [el('li', { class: 'soft' }, 'No payment page is open.')],
  )
}
const ends = {
  paid: 'is paid',
  declined: 'is declined by the bank',
  confirm: 'is asked for a code: 1111',
  expired: 'has expired',
  lost: 'loses the connection',
}
const cardRow = ({ number, end }) =>
  el('li', {}, el('code', {}, number.replace(/(\d{4})(?=\d)/g, '$1 ')), ` ${ends[end] ?? end}`)
async function chooseScenario() {
  const scenario = parts.scenario.value
  await act(`${state.login} starts over as ${scenario}`, () => ask('PUT', userPath(), { scenario }))
}

// Faults.
/** Every single answer that a failure means: a code in a 200, or a status. */
const answersOf = ({ codes, http }) =>
  http.length === 0
    ? codes.map((code) => ({ label: `code ${code}`, fault: { code } }))
    : http.flatMap((one) => {
        const httpStatus = /^\dXX$/.test(one) ? Number(`${one[0]}00`) : Number(one)
        const some = codes.length > 0 ? codes : [undefined]
        return some.map((code) => ({
          label: `HTTP ${httpStatus}${code === undefined ? '' : `, code ${code}`}`,
          fault: { status: httpStatus, ...(code !== undefined && { code }) },
        }))
      })
/** What the list of faults calls the identity provider's token endpoint. */
const tokenCall = {
  operation: 'token',
  summary:
    'The token endpoint of the identity provider: a sign-in and each refresh end there. No call of the contract.',
  isToken: true,
  failures: [
    {
      name: 'refused',
      codes: [],
      http: ['400'],
      outcome: 'sign in again',
      description: 'The refresh token is refused.',
    },
    { name: 'failing', codes: [], http: ['503'], outcome: 'try later', description: 'The identity provider fails.' },
  ],
}
const idTokenForgeries = [
  ['missing', 'no ID token among the tokens'],
  ['unsigned', 'an ID token with alg: none'],
  ['wrong-key', 'an ID token signed by a key that the provider does not show'],
  ['foreign-issuer', 'an ID token of another provider'],
  ['foreign-audience', 'an ID token for another client'],
  ['wrong-nonce', 'an ID token of another sign-in'],
  ['expired', 'an ID token that has ended'],
]
async function setFaults(change, text) {
  const { faults } = await ask('GET', userPath())
  await act(text, () => ask('PUT', userPath('/faults'), change(faults)))
}
const addFault = (fault, label) =>
  setFaults(
    (faults) => [{ operation: state.operation, ...fault }, ...faults],
    `${state.operation} will answer ${label}`,
  )
function faultButtons(fault, label) {
  const what = `${state.operation} ${label}`
  return [
    button('Next answer', () => addFault({ ...fault, times: 1 }, label), { 'aria-label': `Next answer: ${what}` }),
    button('Until removed', () => addFault(fault, label), { 'aria-label': `Until removed: ${what}`, class: 'quiet' }),
  ]
}
const breaks = [
  ['reset', 'the connection is reset'],
  ['truncate', 'the answer is cut in half'],
  ['not-json', 'a gateway’s page instead of JSON'],
  ['wrong-shape', 'JSON of another shape'],
  ['empty-result', 'a success with nothing in it'],
  ['hang', 'no answer for a minute'],
]
function showCall() {
  const call = state.contract.find(({ operation }) => operation === state.operation)
  if (!call) return
  const row = (name, text, buttons) =>
    el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, text), el('td', { class: 'actions' }, ...buttons))
  const failures = call.failures.flatMap((failure) =>
    answersOf(failure).map(({ label, fault }) =>
      row(
        el('span', {}, el('code', {}, failure.name), el('br'), label),
        `${failure.description} → ${failure.outcome}`,
        faultButtons(fault, label),
      ),
    ),
  )
  const session = (call.isToken ? [] : [401, 403]).map((code) =>
    row(`HTTP ${code}`, 'The token is refused.', faultButtons({ status: code }, `HTTP ${code}`)),
  )
  const possible = breaks.filter(([kind]) => !call.isToken || kind === 'reset' || kind === 'hang')
  const broken = possible.map(([kind, text]) => row(kind, text, faultButtons({ break: kind }, kind)))
  const forged = (call.isToken ? idTokenForgeries : []).map(([idToken, text]) =>
    row(idToken, text, faultButtons({ idToken }, `an ID token that is ${idToken}`)),
  )
  const late = row('3 s late', 'The usual answer, later.', faultButtons({ delayMs: 3000 }, '3 s late'))
  parts.call.replaceChildren(
    el('p', { class: 'soft' }, call.summary),
    el(
      'div',
      { class: 'table' },
      el(
        'table',
        {},
        el('caption', {}, `How ${call.operation} can fail`),
        el('tbody', {}, ...failures, ...session, ...broken, ...forged, late),
      ),
    ),
  )
}
function showFaults(faults) {
  const items = () =>
    faults.flatMap((fault, at) => {
      const { operation, times, ...rest } = fault
      if (times === 0) return []
      const text = `${operation}: ${meaningOf(rest)}${times === undefined ? ', until removed' : `, ${times} more`}`
      const remove = () => setFaults((all) => all.filter((_, index) => index !== at), `${operation} answers as usual`)
      return el(
        'li',
        {},
        text,
        ' ',
        button('Remove', remove, { class: 'quiet', 'aria-label': `Remove ${text}`, 'data-key': `fault ${at}` }),
      )
    })
  show('faults', faults, () => {
    const list = items()
    return list.length > 0 ? list : [el('li', { class: 'soft' }, 'Nothing is broken.')]
  })
}
const meaningOf = (fault) =>
  Object.entries(fault)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

// Network.
async function setNetwork(event) {
  event.preventDefault()
  const form = new FormData(event.target)
  const network = {
    profile: form.get('profile'),
    failurePercent: Number(form.get('failurePercent')),
    seed: Number(form.get('seed')),
  }
  await act('The network is changed', () => ask('PUT', userPath('/network'), network))
}
const field = (label, control) => el('label', {}, label, control)
const network = el(
  'form',
  { class: 'row', onsubmit: setNetwork },
  field('Speed', el('select', { name: 'profile' }, ...['fast', '4g', 'slow-3g'].map((name) => el('option', {}, name)))),
  field('Failing, %', el('input', { name: 'failurePercent', type: 'number', min: '0', max: '100', value: '0' })),
  field('Seed', el('input', { name: 'seed', type: 'number', value: '1' })),
  el('button', {}, 'Apply'),
)

// Tokens.
async function setTokens(event) {
  event.preventDefault()
  const seconds = new FormData(event.target).get('seconds')
  const expiresIn = seconds === '' ? null : Number(seconds)
  await act('The next token lasts so long', () => ask('PUT', userPath('/token'), { expiresIn }))
}
const tokens = el(
  'form',
  { class: 'row', onsubmit: setTokens },
  field('Seconds (empty: usual)', el('input', { name: 'seconds', type: 'number', min: '1', max: '86400' })),
  el('button', {}, 'Set'),
)

// Journal.
const opened = new Set()
let newest = 0
function showJournal(entries) {
  const latest = entries.at(-1)?.number ?? 0
  // Who starts over is counted from 1 again: his calls are others.
  if (latest < newest) opened.clear()
  newest = latest
  const word = parts.journalFilter.value.toLowerCase()
  const data = entries
    .filter((entry) =>
      `${entry.operation} ${entry.status} ${entry.code ?? ''} ${entry.example ?? ''}`.toLowerCase().includes(word),
    )
    .toReversed()
  const row = (entry) => {
    const { operation, at, status: httpStatus, code, accepted, example, note, durationMs, number } = entry
    const text = `${at.slice(11, 19)} ${operation} ${httpStatus ?? 'no answer'}${code === null ? '' : ` code ${code}`} ${example ?? ''}`
    const details = el(
      'details',
      { class: accepted === false ? 'failed' : accepted === null ? 'broken' : 'good', open: opened.has(number) },
      el(
        'summary',
        { 'data-key': number },
        el('span', { class: 'mark' }, accepted ? '✓ ' : '✗ '),
        text,
        durationMs === null ? '' : ` · ${durationMs} ms`,
      ),
      note ? el('p', {}, note) : null,
      entry.idempotencyKey ? el('p', { class: 'soft small' }, `Idempotency key ${entry.idempotencyKey}`) : null,
      el('p', { class: 'soft small' }, 'Request'),
      el('pre', {}, json(entry.body)),
      el('p', { class: 'soft small' }, 'Answer'),
      el('pre', {}, json(entry.answer)),
      button('Copy as curl', () => copyAsCurl(entry), { class: 'quiet' }),
    )
    details.addEventListener('toggle', () => (details.open ? opened.add(number) : opened.delete(number)))
    return el('li', {}, details)
  }
  show('journal', { login: state.login, data }, () =>
    data.length > 0 ? data.map(row) : [el('li', { class: 'soft' }, 'No call yet.')],
  )
}
/** The token is asked for by the command itself, so that none is ever copied. */
async function copyAsCurl({ operation, body }) {
  const path = state.contract.find((call) => call.operation === operation)?.path ?? ''
  const quoted = JSON.stringify(body).replaceAll("'", String.raw`'\''`)
  const token = `$(curl -s ${location.origin}/__mock/${userPath('/token')} | sed 's/.*"accessToken":"\\([^"]*\\).*/\\1/')`
  const lines = [
    `curl -X POST ${location.origin}/bff/api${path}`,
    `-H "authorization: Bearer ${token}"`,
    `-H 'content-type: application/json'`,
    `-d '${quoted}'`,
  ]
  await navigator.clipboard.writeText(lines.join(' \\\n  '))
  say('Copied')
}

// The page.
const section = (title, ...children) => {
  const id = `title-${title.toLowerCase().replaceAll(' ', '-')}`
  return el('section', { class: 'card', 'aria-labelledby': id }, el('h3', { id }, title), ...children)
}
async function build() {
  const [calls, scenarios, cards] = await Promise.all([
    ask('GET', 'contract'),
    ask('GET', 'scenarios'),
    ask('GET', 'cards'),
  ])
  const contract = [...calls, tokenCall]
  Object.assign(state, { contract, scenarios, operation: contract[0].operation })
  const options = (names, chosen) => names.map((name) => el('option', { value: name, selected: name === chosen }, name))
  const chooseCall = el(
    'select',
    { onchange: ({ target }) => ((state.operation = target.value), showCall()) },
    ...options(
      contract.map(({ operation }) => operation),
      state.operation,
    ),
  )
  parts.scenario = el(
    'select',
    {},
    ...scenarios.map(({ name, title }) => el('option', { value: name }, `${name}: ${title}`)),
  )
  parts.journalFilter = el('input', { type: 'search', oninput: () => void refresh() })
  const part = (name, tag, attributes) => (parts[name] = el(tag, attributes))
  const usersFilter = el('input', {
    type: 'search',
    oninput: ({ target }) => ((state.filter = target.value), showUsers(state.met)),
  })
  main.replaceChildren(
    el('div', { class: 'brand' }, 'Paket mock'),
    el('h1', {}, 'Panel'),
    status,
    el('div', { class: 'pair' }, clock, contentSystem),
    el(
      'div',
      { class: 'columns' },
      el(
        'nav',
        { 'aria-label': 'Test users' },
        field('Find a test user', usersFilter),
        part('users', 'div', { class: 'logins' }),
      ),
      el(
        'div',
        { role: 'region', 'aria-labelledby': 'user-title' },
        part('about', 'div'),
        section(
          'Scenario',
          el('div', { class: 'row' }, field('Start over as', parts.scenario), button('Start over', chooseScenario)),
          (parts.answers = el(
            'details',
            {},
            el('summary', {}, 'What each call answers now'),
            part('answersList', 'ul'),
          )),
        ),
        section(
          'Session',
          el(
            'div',
            { class: 'actions' },
            button('End the token now', () =>
              act('The next call is refused once, then refreshed', () => ask('POST', userPath('/expire'))),
            ),
            button('End the session', () => act('The user must sign in again', () => ask('POST', userPath('/revoke')))),
          ),
          part('tokens', 'p', { class: 'soft' }),
          tokens,
        ),
        section(
          'Journal',
          field('Filter', parts.journalFilter),
          part('journal', 'ul', { class: 'journal', 'aria-live': 'off' }),
        ),
        section('Break a call', field('Call', chooseCall), part('faults', 'ul'), part('call', 'div')),
        section(
          'Payment',
          part('orders', 'ul'),
          el('p', { class: 'soft' }, 'Test cards of the payment page; any date that is to come, any CVC.'),
          el('ul', {}, ...cards.map(cardRow)),
          el('p', { class: 'soft' }, 'A main card that is declined: start over as “declined”.'),
        ),
        section('Network', part('network', 'p', { class: 'soft' }), network),
      ),
    ),
  )
  showCall()
}

async function refresh() {
  const { login } = state
  const [met, user, journal, now, content] = await Promise.all([
    ask('GET', 'users'),
    ask('GET', userPath()),
    ask('GET', userPath('/journal')),
    ask('GET', 'clock'),
    ask('GET', 'content'),
  ])
  // Another user was chosen meanwhile: his own are on their way.
  if (login !== state.login) return
  showClock(now)
  showContent(content)
  state.met = met
  showUsers(met)
  showUser(user)
  showJournal(journal)
}
/** Whoever has typed half of an escape means the text itself. */
function loginInAddress() {
  const text = location.hash.slice(1)
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
function choose() {
  const login = loginInAddress() || main.dataset.newcomer
  const isOther = login !== state.login
  state.login = login
  if (isOther) opened.clear()
  return refresh()
}
async function keepFresh() {
  for (;;) {
    await new Promise((done) => setTimeout(done, REFRESH_MS))
    if (!document.hidden) await refresh().catch(() => undefined)
  }
}

await build()
await choose().catch(() => undefined)
addEventListener('hashchange', () => void choose().catch(() => undefined))
void keepFresh()
