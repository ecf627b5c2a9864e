import { Description, Field, Label, Switch } from '@headlessui/react'
import type { ReactNode } from 'react'

export interface ToggleProps {
  label: string
  hint?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean | undefined
}

const track =
  'group relative inline-flex h-8 w-13 shrink-0 items-center rounded-xl bg-edge transition-colors ' +
  'before:absolute before:-inset-2 data-checked:bg-brand data-disabled:cursor-not-allowed data-disabled:opacity-50 ' +
  'forced-colors:border forced-colors:data-checked:bg-system-chosen'

/** A switch that takes effect immediately. The whole row is clickable. */
export function Toggle({ label, hint, checked, onChange, disabled = false }: ToggleProps): ReactNode {
  return (
    <Field disabled={disabled} className="flex min-h-11 items-center justify-between gap-4">
      <span className="min-w-0 flex-1">
        <Label className="block py-1 font-medium data-disabled:cursor-not-allowed data-disabled:text-soft">
          {label}
        </Label>
        {hint && (
          <Description as="span" className="block text-small text-soft">
            {hint}
          </Description>
        )}
      </span>
      <Switch checked={checked} onChange={onChange} className={track}>
        <span className="ml-1 size-6 rounded-xl bg-paper shadow-raised transition-transform group-data-checked:translate-x-5 forced-colors:bg-system-text forced-colors:group-data-checked:bg-system-on-chosen" />
      </Switch>
    </Field>
  )
}
