import type { ReactNode } from 'react'
import { CheckIcon } from './icons.tsx'

export interface CheckboxListProps {
  /** The visible title and the accessible name of the group. */
  label: string
  items: readonly { readonly value: string; readonly title: string }[]
  values: readonly string[]
  onChange: (values: string[]) => void
}

const row =
  'relative flex min-h-14 cursor-pointer items-center gap-3.5 rounded-m border border-line bg-paper px-4 py-3 transition-colors ' +
  'hover:border-edge has-checked:border-brand has-checked:bg-mint has-checked:ring-1 has-checked:ring-brand ' +
  'forced-colors:has-checked:border-system-chosen has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand'

/** A list of checkboxes: native inputs with a drawn mark. */
export function CheckboxList({ label, items, values, onChange }: CheckboxListProps): ReactNode {
  const toggle = (value: string) =>
    onChange(values.includes(value) ? values.filter((each) => each !== value) : [...values, value])
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-small font-medium">{label}</legend>
      <div className="flex flex-col gap-2">
        {items.map(({ value, title }) => (
          <label key={value} className={row}>
            <input
              type="checkbox"
              checked={values.includes(value)}
              onChange={() => toggle(value)}
              className="peer absolute size-6 opacity-0"
            />
            <span className="pointer-events-none flex size-6 shrink-0 items-center justify-center rounded-s border-2 border-edge bg-paper text-paper peer-checked:border-brand peer-checked:bg-brand *:opacity-0 peer-checked:*:opacity-100">
              <CheckIcon className="size-5" strokeWidth="3" />
            </span>
            <span className="min-w-0 flex-1">{title}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
