import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { durationLabel } from '#domain/duration.ts'
import { rubles } from '#domain/money.ts'
import { hasPromocodeCharacters, promocodeOf } from '#domain/promocode.ts'
import { defineModal, type ModalProps } from '#modals/define-modal.ts'
import { ModalDrawer } from '#modals/modal-drawer.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Price } from '#ui/price.tsx'
import { TextField } from '#ui/text-field.tsx'
import { problemText, wrongCharacters } from './problem-text.ts'
import type { PromocodeCheck, PromocodeProblem } from './promocode-check.ts'

declare module '#modals/define-modal.ts' {
  interface Modals {
    /** Stays open while a promocode is checked. `broken`: the check threw an error, which the flow rethrows. */
    enterPromocode: {
      given: {
        value: string
        problem: PromocodeProblem | null
        isSubscribed: boolean
        without: { priceKopecks: number; durationDays: number }
        check: (typed: string) => Promise<PromocodeCheck>
        onEdit: () => void
      }
      answers:
        | Exclude<PromocodeCheck, { kind: 'problem' }>
        | { kind: 'buy' }
        | { kind: 'broken'; error: unknown }
        | 'dismissed'
    }
  }
}

const hasWrongCharacters = (promocode: string) => promocode !== '' && !hasPromocodeCharacters(promocode)

type Props = ModalProps<'enterPromocode'>

/** Asks for a promocode and checks it in the form. When it does not work, the user can buy without it (T9). */
export function EnterPromocodeModal(props: Props): ReactNode {
  const { value: first, problem: known, isSubscribed, without, check, onEdit, answer, ...drawer } = props
  const form = useId()
  const [typed, setTyped] = useState(first)
  const [problem, setProblem] = useState(known)
  const [isWrong, setIsWrong] = useState(() => hasWrongCharacters(promocodeOf(first)))
  const [isBusy, setIsBusy] = useState(false)
  const promocode = promocodeOf(typed)
  const isEmpty = promocode === ''

  function edit(next: string): void {
    setTyped(next)
    setProblem(null)
    setIsWrong(false)
    onEdit()
  }
  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (isEmpty || isBusy) return
    if (hasWrongCharacters(promocode)) return setIsWrong(true)
    setIsBusy(true)
    try {
      const end = await check(typed)
      if (end.kind !== 'problem') return answer(end)
      setProblem(end.problem)
      setIsBusy(false)
    } catch (error) {
      // Either a bug, or the flow was interrupted and has closed this modal: the flow distinguishes them.
      answer({ kind: 'broken', error })
    }
  }
  const error = isWrong ? wrongCharacters : problem && problemText(problem, promocode, isSubscribed)
  return (
    <ModalDrawer
      {...drawer}
      title="Ввод промокода"
      description="Проверим его и покажем, что он даёт. Ничего не спишем без подтверждения"
      answer={answer}
      buttons={[{ label: 'Проверить', type: 'submit', form, disabled: isEmpty, busy: isBusy }]}
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Промокод"
          value={typed}
          onChange={edit}
          readOnly={isBusy}
          error={error}
          clearLabel="Очистить"
          autoComplete="off"
          autoCapitalize="characters"
          enterKeyHint="done"
        />
      </form>
      {problem && (
        <Card tone="grey" className="mt-6">
          <p className="font-medium">Пакет без промокода</p>
          <div className="mt-1 mb-4">
            <Price amount={rubles(without.priceKopecks)} per={`за ${durationLabel(without.durationDays)}`} />
          </div>
          <Button variant="secondary" width="full" disabled={isBusy} onClick={() => answer({ kind: 'buy' })}>
            Купить без промокода
          </Button>
        </Card>
      )}
    </ModalDrawer>
  )
}

export default defineModal('enterPromocode', EnterPromocodeModal)
