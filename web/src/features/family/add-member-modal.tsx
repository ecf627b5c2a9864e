import { type ReactNode, type SubmitEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { caretAfter, memberName, phoneDigits, phoneMask, phoneTyped, wholePhone } from '#domain/member-fields.ts'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { ModalDrawer } from '#modals/modal-drawer.tsx'
import { TextField } from '#ui/text-field.tsx'

/** A validated member of the form. */
export interface NewMember {
  /** Russian letters and spaces. */
  name: string
  /** Eleven digits, the first 7. */
  phone: string
}
declare module '#modals/define-modal.ts' {
  interface Modals {
    /** `given` prefills the form. */
    addMember: { given: NewMember; answers: NewMember | 'dismissed' }
  }
}

type Props = ModalProps<'addMember'>

/** Asks for the name and phone number of a new member (O-VALID-01..06). */
export function AddMemberModal({ name: firstName, phone: firstPhone, answer, ...drawer }: Props): ReactNode {
  const form = useId()
  const [name, setName] = useState(firstName)
  const [phone, setPhone] = useState(phoneMask(firstPhone))
  const [isChecked, setIsChecked] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const phoneField = useRef<HTMLInputElement>(null)
  const moveCaret = useCaret(phoneField)
  const checked = { name: memberName(name), phone: wholePhone(phone) }

  function send(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    setIsChecked(true)
    if (checked.name === null) nameField.current?.focus()
    else if (checked.phone === null) phoneField.current?.focus()
    else answer({ name: checked.name, phone: checked.phone })
  }
  return (
    <ModalDrawer
      {...drawer}
      title="Добавить близкого"
      description="Преимущества Пакета подключатся по номеру телефона. Близкому придёт СМС"
      answer={answer}
      buttons={[{ label: 'Добавить', type: 'submit', form }]}
    >
      <form id={form} noValidate onSubmit={send} className="space-y-5">
        <TextField
          label="Имя"
          value={name}
          onChange={setName}
          error={isChecked && checked.name === null && 'Можно ввести только кириллицу'}
          hint="Так близкий будет подписан в вашем списке"
          inputRef={nameField}
          name="member-name"
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="next"
        />
        <TextField
          label="Номер телефона"
          value={phone}
          onChange={(typed) => {
            moveCaret(typed, phoneTyped(typed, phone))
            setPhone(phoneTyped(typed, phone))
          }}
          error={isChecked && checked.phone === null && 'Введите номер телефона'}
          inputRef={phoneField}
          name="member-phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          enterKeyHint="done"
          placeholder="+7 (900) 000-00-00"
        />
      </form>
    </ModalDrawer>
  )
}

/** Moves the caret behind a digit that was typed in the middle of a masked number; React would move it to the end. */
function useCaret(field: { current: HTMLInputElement | null }): (typed: string, shown: string) => void {
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  return (typed, shown) => {
    const at = field.current?.selectionStart ?? typed.length
    caret.current =
      at >= typed.length || shown === typed ? null : caretAfter(shown, phoneDigits(typed.slice(0, at)).length)
  }
}

export default defineModal('addMember', AddMemberModal)
