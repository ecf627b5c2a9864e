// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { modalStack, type OpenModal } from '#web/modals/modal-stack.ts'
import { suppressGhostClicks } from '#web/modals/ghost-clicks.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { removeAddedListeners } from '#support/drop-listeners.ts'

const settle = () => act(() => new Promise<void>((done) => setTimeout(done, 50)))

afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  // A dialog that opens before the focus is restored counts as a continuation of the previous test's dialog.
  await settle()
})

async function open({ locked = false } = {}) {
  const dismiss = vi.fn()
  render(
    <Drawer
      open
      onDismiss={dismiss}
      locked={locked}
      title="Выберите срок"
      description="Продлится сам"
      dismissLabel="Закрыть"
    >
      <button type="button">Внутри</button>
    </Drawer>,
  )
  await settle()
  return dismiss
}

/** Presses beside the panel, on the backdrop. */
function pressOutside(how: { pointerType?: string; detail?: number } = {}) {
  const beside = screen.getByRole('dialog').firstElementChild ?? document.body
  fireEvent.pointerDown(beside, how)
  fireEvent.mouseDown(beside, how)
  fireEvent.pointerUp(beside, how)
  fireEvent.click(beside, how)
}

/** Headless UI remembers ten focused elements. */
function pressMoreThanAreRemembered() {
  for (let press = 0; press < 20; press++) fireEvent.click(screen.getByRole(press % 2 ? 'textbox' : 'checkbox'))
}

/** Opens a drawer on one page and goes to another page while it is open. */
async function leavePageWhileOpen() {
  window.history.pushState(null, '', '/before')
  render(<Opener />)
  const opener = screen.getByRole('button', { name: 'Открыть' })
  opener.focus()
  fireEvent.click(opener)
  await settle()
  window.history.pushState(null, '', '/after')
}

describe('Drawer', () => {
  it('is a dialog named by its title and described by its text', async () => {
    await open()
    const dialog = screen.getByRole('dialog', { name: 'Выберите срок' })
    const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
    expect(description?.textContent).toBe('Продлится сам')
    expect(dialog.getAttribute('aria-modal')).toBe('true')
  })

  it.each([
    ['Esc', () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })],
    ['the backdrop', () => pressOutside()],
    ['the cross', () => fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }))],
  ])('%s dismisses, once', async (_, leave) => {
    const dismiss = await open()
    leave()
    await settle()
    expect(dismiss).toHaveBeenCalledOnce()
  })

  it('the second half of the double click that opened it does not dismiss', async () => {
    removeAddedListeners(window)
    suppressGhostClicks(window)
    const modal: OpenModal = { id: 1, name: 'support', given: {}, answer: () => undefined, fail: () => undefined }
    fireEvent.pointerDown(document.body, { pointerType: 'mouse' })
    fireEvent.mouseDown(document.body, { detail: 1 })
    modalStack.open = [modal]
    const dismiss = await open()
    pressOutside({ pointerType: 'mouse', detail: 2 })
    await settle()
    expect(dismiss).not.toHaveBeenCalled()
    pressOutside({ pointerType: 'mouse', detail: 1 })
    await settle()
    expect(dismiss).toHaveBeenCalledOnce()
    modalStack.open = []
  })

  it('a press inside does not dismiss', async () => {
    const dismiss = await open()
    fireEvent.click(screen.getByRole('button', { name: 'Внутри' }))
    await settle()
    expect(dismiss).not.toHaveBeenCalled()
  })

  it('cannot be dismissed while locked, and keeps the focus', async () => {
    const dismiss = await open({ locked: true })
    expect(screen.queryByRole('button', { name: 'Закрыть' })).toBeNull()
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    pressOutside()
    await settle()
    expect(dismiss).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(screen.getByRole('dialog'))
  })

  it('Tab stays in it while it is locked and has only texts', async () => {
    render(<Drawer open locked onDismiss={vi.fn()} title="Создаём заказ" dismissLabel="" />)
    await settle()
    // Tab moves the focus to one of these, and Headless UI moves it back.
    const guards = document.querySelectorAll<HTMLElement>('[data-headlessui-focus-guard]')
    expect(guards).toHaveLength(2)
    for (const guard of guards) {
      act(() => guard.focus())
      expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
    }
  })

  it('gives the focus back and says when it has left', async () => {
    const left = vi.fn()
    render(<Opener onLeft={left} />)
    const opener = screen.getByRole('button', { name: 'Открыть' })
    opener.focus()
    fireEvent.click(opener)
    await settle()
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(left).toHaveBeenCalledOnce()
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it('keeps the page behind it from the keys and from screen readers, the second time too', async () => {
    render(<Opener />)
    const isReached = () => screen.queryByRole('button', { name: 'Открыть' }) !== null
    for (const _ of ['first', 'second']) {
      fireEvent.click(screen.getByRole('button', { name: 'Открыть' }))
      await settle()
      expect(isReached()).toBe(false)
      fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(isReached()).toBe(true)
    }
  })

  it('gives the focus back after more presses than are remembered, to the page when what opened it is gone', async () => {
    const { rerender } = render(<Opener>{input}</Opener>)
    const opener = screen.getByRole('button', { name: 'Открыть' })
    const openPressAndClose = async () => {
      opener.focus()
      fireEvent.click(opener)
      await settle()
      pressMoreThanAreRemembered()
      return () => fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
    }
    const close = await openPressAndClose()
    close()
    await waitFor(() => expect(document.activeElement).toBe(opener))
    const closeAgain = await openPressAndClose()
    rerender(<Opener isGone>{input}</Opener>)
    closeAgain()
    await waitFor(() => expect(document.activeElement).toBe(document.getElementById('main')))
  })

  it.each(['/before', '/after'])(
    'gives the focus to the content when what opened it is gone, not to what had the focus earlier, on %s',
    async (path) => {
      window.history.pushState(null, '', '/before')
      const { rerender } = render(<Opener>{input}</Opener>, { wrapper: withLink })
      const opener = screen.getByRole('button', { name: 'Открыть' })
      screen.getByRole('link').focus()
      opener.focus()
      fireEvent.click(opener)
      await settle()
      rerender(<Opener isGone>{input}</Opener>)
      window.history.pushState(null, '', path)
      fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
      await settle()
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await settle()
      expect(document.activeElement).toBe(document.getElementById('main'))
    },
  )

  it.each(['before it closes', 'after it has closed'])(
    'gives the focus to the heading of the section when the button in it that opened it goes %s',
    async (moment) => {
      const draw = (isGone: boolean) => (
        <main>
          <h1>Семья</h1>
          <section>
            <h2>Близкие</h2>
            <Opener isGone={isGone}>{input}</Opener>
          </section>
        </main>
      )
      const { rerender } = render(draw(false))
      const opener = screen.getByRole('button', { name: 'Открыть' })
      opener.focus()
      fireEvent.click(opener)
      await settle()
      if (moment === 'before it closes') rerender(draw(true))
      fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await settle()
      // Chromium dispatches it before it removes a focused element; happy-dom does not.
      if (opener.isConnected) opener.dispatchEvent(new FocusEvent('blur'))
      rerender(draw(true))
      await settle()
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Близкие' }))
    },
  )

  it('gives the focus to nothing when the next page is still loading, which takes it then', async () => {
    await leavePageWhileOpen()
    // React hides the previous page. A hidden element cannot be focused in a browser, but it can in happy-dom.
    vi.spyOn(screen.getByRole('main', { hidden: true }), 'focus').mockReturnValue()
    fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await settle()
    expect(document.activeElement).toBe(document.body)
  })

  it('gives the focus to the content of the page that is shown meanwhile, though what opened it is still there', async () => {
    await leavePageWhileOpen()
    fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
    await waitFor(() => expect(document.activeElement).toBe(document.getElementById('main')))
  })

  it.each([
    ['the content, when nothing had the focus', 'Сервис активирован'],
    ['content that replaces a skeleton meanwhile, when nothing had the focus', ''],
  ])('moves the focus to %s', async (_, first) => {
    const draw = (content: string, isOpen: boolean) => (
      <>
        <main key={content}>{content && <h1>{content}</h1>}</main>
        {isOpen && <ModalDialog onClose={vi.fn()}>{input}</ModalDialog>}
      </>
    )
    const { rerender } = render(draw(first, true))
    await settle()
    rerender(draw('Сервис активирован', true))
    rerender(draw('Сервис активирован', false))
    await settle()
    expect(document.activeElement).toBe(screen.getByRole('heading'))
  })

  it.each([
    ['on to the page when what opened it goes with what comes of it', true],
    ['nowhere when it has moved on before what opened it goes', false],
  ])('gives the focus back, and %s', async (_, stays) => {
    const { rerender } = render(<Opener>{input}</Opener>)
    const opener = screen.getByRole('button', { name: 'Открыть' })
    opener.focus()
    fireEvent.click(opener)
    await settle()
    fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
    await waitFor(() => expect(document.activeElement).toBe(opener))
    if (!stays) opener.blur()
    await settle()
    rerender(<Opener isGone>{input}</Opener>)
    await settle()
    expect(document.activeElement).toBe(stays ? document.getElementById('main') : document.body)
  })

  it('gives the focus back after a dialog that opens as soon as the one before it has gone', async () => {
    const draw = (dialog: ReactNode) => (
      <>
        <button type="button">Открыть</button>
        {dialog}
      </>
    )
    const dialog = (name: string) => (
      <ModalDialog key={name} onClose={vi.fn()}>
        {input}
      </ModalDialog>
    )
    const { rerender } = render(draw(null))
    const opener = screen.getByRole('button', { name: 'Открыть' })
    opener.focus()
    rerender(draw(dialog('Первый')))
    await settle()
    pressMoreThanAreRemembered()
    rerender(draw(null))
    rerender(draw(dialog('Второй')))
    await settle()
    rerender(draw(null))
    await settle()
    expect(document.activeElement).toBe(opener)
  })

  it('closes when dismissed during the enter transition, even when the end of its animation never comes', async () => {
    class Endless {
      playState = 'running'
      finished = new Promise(() => undefined)
    }
    vi.stubGlobal('CSSTransition', Endless)
    vi.spyOn(Element.prototype, 'getAnimations').mockReturnValue([new Endless() as never])
    const left = vi.fn()
    render(<Opener onLeft={left} />)
    fireEvent.click(screen.getByRole('button', { name: 'Открыть' }))
    await settle()
    fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5000 })
    expect(left).toHaveBeenCalledOnce()
    // It opens again as usual.
    fireEvent.click(screen.getByRole('button', { name: 'Открыть' }))
    expect(await screen.findByRole('dialog', { name: 'Окно' })).toBeTruthy()
  })
})

const input = (
  <>
    <input type="checkbox" />
    <input type="text" />
  </>
)

const withLink = ({ children }: { children: ReactNode }) => (
  <>
    <a href="/score">Баллы</a>
    {children}
  </>
)

function Opener({ onLeft, isGone, children }: { onLeft?: () => void; isGone?: boolean; children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <main id="main" tabIndex={-1}>
      {!isGone && (
        <button type="button" onClick={() => setOpen(true)}>
          Открыть
        </button>
      )}
      <Drawer open={isOpen} onDismiss={() => setOpen(false)} onLeft={onLeft} title="Окно" dismissLabel="Закрыть">
        {children}
      </Drawer>
    </main>
  )
}

it('a drawer that stays when another one goes has the focus, also when nothing had it', async () => {
  const drawer = (title: string) => (
    <Drawer key={title} open locked onDismiss={() => undefined} title={title} dismissLabel="" />
  )
  const { rerender } = render([drawer('Загружаем'), drawer('Ищем заказ')])
  await settle()
  // A browser gives the focus to neither of two dialogs that open at once.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  rerender([drawer('Ищем заказ')])
  await settle()
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Ищем заказ' }))
})
