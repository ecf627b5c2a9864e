// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AccountPage } from '#web/layout/account-page.tsx'
import { deliverEvents, type ProductEvent } from '#web/analytics/events.ts'
import { PageFrame } from '#web/layout/page-frame.tsx'
import { ReadState } from '#web/layout/read-state.tsx'
import { SectionBoundary, Sections } from '#web/layout/section-boundary.tsx'
import { AccountCache, crashedRender } from '#web/cache/section-reads.ts'
import { storedCache } from '#web/cache/stored-cache.ts'
import { renderPublic } from '#support/render-page.tsx'

interface Answer {
  text?: string
}
/** The next answer of each read; the last one repeats. */
const answers = vi.fn<(name: string) => Promise<Answer>>()
let queryClient: QueryClient
const useRead = (name: string) =>
  useQuery({ queryKey: [name], queryFn: () => answers(name), retry: false, staleTime: 60_000 })
const upper = ({ text }: Answer) => (text as string).toUpperCase()

function Section({ name }: { name: string }): ReactNode {
  const { data } = useRead(name)
  return <p>{data ? upper(data) : 'Загружаем'}</p>
}
/** The page reads it, its section renders it. */
const Given = ({ data }: { data: Answer }): ReactNode => <p>{upper(data)}</p>
function Page({ children }: { children?: ReactNode }): ReactNode {
  const { data } = useRead('page')
  return (
    <Sections>
      {data && <Given data={data} />}
      {children}
    </Sections>
  )
}
const open = (children: ReactNode) => render(<QueryClientProvider client={queryClient}>{children}</QueryClientProvider>)
const good = { text: 'хорошо' }
const answering = (given: Record<string, (Answer | Error)[]>) =>
  answers.mockImplementation(async (name) => {
    const list = given[name] ?? []
    const next = list.length > 1 ? list.shift() : list[0]
    if (next === undefined || next instanceof Error) throw next ?? new Error(`no answer for ${name}`)
    return next
  })
const retry = () => screen.findByRole('button', { name: 'Попробовать ещё раз' })
const isBroken = () => screen.queryByText('Эта часть страницы не загрузилась') !== null
const read = (name: string) => answers.mock.calls.filter(([each]) => each === name).length

const written = vi.fn<() => void>()
beforeEach(() => {
  queryClient = new QueryClient({ queryCache: new AccountCache() })
  vi.spyOn(console, 'error').mockImplementation(written)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  answers.mockReset()
  vi.restoreAllMocks()
})

test('a section that cannot be rendered says so in its place, also in a fragment, and the others stay', async () => {
  answering({ a: [{}], b: [good], c: [good] })
  open(
    <Sections>
      <Section name="b" />
      <>
        <Section name="a" />
        {null}
        <Section name="c" />
      </>
    </Sections>,
  )
  await retry()
  expect(screen.getAllByText('ХОРОШО')).toHaveLength(2)
  expect(screen.getByRole('alert').textContent).not.toMatch(/undefined|TypeError|Cannot/)
})
test('a retry reads what the section is rendered from, and nothing else; the focus stays where the button was', async () => {
  answering({ a: [{}, good], b: [good] })
  open(
    <Sections>
      <Section name="a" />
      <Section name="b" />
    </Sections>,
  )
  const button = await retry()
  button.focus()
  fireEvent.click(button)
  // Checked when the content appears, not later, because a key may be pressed at once.
  const focused = await waitFor(() => {
    expect(screen.getAllByText('ХОРОШО')).toHaveLength(2)
    return document.activeElement?.textContent
  })
  expect({ a: read('a'), b: read('b'), isBroken: isBroken() }).toEqual({ a: 2, b: 1, isBroken: false })
  expect(focused).toBe('Загружено')
})
test('a retry reads again what a parent passed down to the section', async () => {
  answering({ page: [{}, good], b: [good] })
  open(
    <SectionBoundary>
      <Page>
        <Section name="b" />
      </Page>
    </SectionBoundary>,
  )
  fireEvent.click(await retry())
  await waitFor(() => expect(screen.getAllByText('ХОРОШО')).toHaveLength(2))
  expect({ page: read('page'), b: read('b') }).toEqual({ page: 2, b: 1 })
})
test.each<[string, Answer | Error]>([
  ['the same answer', {}],
  ['a failure', new Error('lost')],
])('after a retry that brings %s the button is enabled and focused', async (_, second) => {
  answering({ a: [{}, second, good] })
  open(
    <Sections>
      <Section name="a" />
    </Sections>,
  )
  const button = await retry()
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(read('a')).toBe(2))
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  expect({ hasFocus: document.activeElement === button, isBroken: isBroken() }).toEqual({
    hasFocus: true,
    isBroken: true,
  })
  fireEvent.click(button)
  expect(await screen.findByText('ХОРОШО')).toBeTruthy()
})
test('renders again when another component reads the same query', async () => {
  answering({ a: [{}, good] })
  open(
    <Sections>
      <Section name="a" />
    </Sections>,
  )
  await retry()
  await act(() => queryClient.invalidateQueries({ queryKey: ['a'], refetchType: 'all' }))
  expect(await screen.findByText('ХОРОШО')).toBeTruthy()
})
test('a section breaks on a bad answer and recovers on the next good one', async () => {
  answering({ a: [good, {}, good] })
  open(
    <Sections>
      <Section name="a" />
    </Sections>,
  )
  await screen.findByText('ХОРОШО')
  await act(() => queryClient.invalidateQueries({ queryKey: ['a'] }))
  await retry()
  await act(() => queryClient.invalidateQueries({ queryKey: ['a'], refetchType: 'all' }))
  expect(await screen.findByText('ХОРОШО')).toBeTruthy()
})
test('a section recovers when several answers arrive at once', async () => {
  answering({ a: [{}, good], page: [good] })
  open(
    <SectionBoundary>
      <Page>
        <ReadSection />
      </Page>
    </SectionBoundary>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Попробовать ещё раз' }))
  await waitFor(() => expect(screen.getAllByText('ХОРОШО')).toHaveLength(2))
})
function ReadSection(): ReactNode {
  return (
    <ReadState read={useRead('a')} failed={{ title: 'Не удалось загрузить', text: '' }} skeleton={<b>Место</b>}>
      {upper}
    </ReadState>
  )
}
test('an answer that cannot be rendered looks like a failed read', async () => {
  answering({ a: [{}, good] })
  open(
    <Sections>
      <ReadSection />
    </Sections>,
  )
  expect(await screen.findByRole('heading', { name: 'Не удалось загрузить' })).toBeTruthy()
  fireEvent.click(await retry())
  expect(await screen.findByText('ХОРОШО')).toBeTruthy()
})
test('a section that crashed without an answer renders again on a retry, and on another page', async () => {
  let isWhole = false
  function CrashesUnlessWhole(): ReactNode {
    if (!isWhole) throw new Error('bug')
    return 'Цело'
  }
  open(
    <Sections>
      <CrashesUnlessWhole />
    </Sections>,
  )
  isWhole = true
  fireEvent.click(await retry())
  expect(screen.getByText(/Цело/)).toBeTruthy()
  cleanup()
  isWhole = false
  open(
    <Sections>
      <CrashesUnlessWhole />
    </Sections>,
  )
  await retry()
  isWhole = true
  act(() => {
    window.history.replaceState(null, '', '/another')
    window.dispatchEvent(new Event('popstate'))
  })
  expect(screen.getByText(/Цело/)).toBeTruthy()
})
test('a broken section logs to the console, is reported without the error’s text, and its answers are removed from the stored cache (OO-90)', async () => {
  const events: ProductEvent[] = []
  deliverEvents(({ event }) => events.push(event))
  events.length = 0
  storedCache.write('stored')
  answering({ a: [{}], b: [{ text: 'другое' }] })
  open(
    <Sections>
      <Section name="a" />
      <Section name="b" />
    </Sections>,
  )
  await retry()
  expect({ events, read: storedCache.read() }).toEqual({ events: [{ type: 'crash', what: 'section' }], read: null })
  expect(written).toHaveBeenCalledWith(expect.any(TypeError))
  expect(['a', 'b'].map((name) => crashedRender(queryClient.getQueryData([name])))).toEqual([true, false])
})
test('a section keeps its state while another one breaks and recovers', async () => {
  answering({ a: [{}, good] })
  function Counter(): ReactNode {
    const [count, setCount] = useState(0)
    return <button onClick={() => setCount(count + 1)}>Нажато {count}</button>
  }
  open(
    <Sections>
      <Counter />
      <Section name="a" />
    </Sections>,
  )
  fireEvent.click(screen.getByText('Нажато 0'))
  fireEvent.click(await retry())
  await screen.findByText('ХОРОШО')
  expect(screen.getByText('Нажато 1')).toBeTruthy()
})
test.each<[string, (children: ReactNode) => ReactNode]>([
  ['a page', (children) => <PageFrame>{children}</PageFrame>],
  ['a page below the home of the account', (children) => <AccountPage title="Опции">{children}</AccountPage>],
])('contains the crash of any child of %s', (_, frame) => {
  const Bug = (): never => {
    throw new Error('bug')
  }
  renderPublic(
    frame(
      <>
        <p>Первая</p>
        <div>
          <Bug />
        </div>
        {false}
        <Bug />
        <p>Последняя</p>
      </>,
    ),
    'signedIn',
  )
  expect(screen.getByText('Первая')).toBeTruthy()
  expect(screen.getByText('Последняя')).toBeTruthy()
  expect(screen.getAllByRole('alert')).toHaveLength(2)
  expect(screen.getByRole('banner')).toBeTruthy()
})
