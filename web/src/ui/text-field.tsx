import { type ComponentProps, type ReactNode, type RefObject, useId, useRef } from 'react'
import { classes } from './classes.ts'
import { CrossIcon } from './icons.tsx'

export interface TextFieldProps extends Pick<
  ComponentProps<'input'>,
  'autoCapitalize' | 'autoComplete' | 'enterKeyHint' | 'inputMode' | 'name' | 'placeholder' | 'readOnly' | 'type'
> {
  label: string
  value: string
  onChange: (value: string) => void
  /** The validation error; announced when it appears. */
  error?: ReactNode
  hint?: string | undefined
  /** The accessible name of the button that clears the field; without it there is no button. */
  clearLabel?: string | undefined
  /** The input itself, for focus and caret. */
  inputRef?: RefObject<HTMLInputElement | null> | undefined
}

const box =
  'block min-h-14 w-full rounded-m border bg-paper px-4 py-3 text-lead placeholder:text-soft ' +
  'focus-visible:outline-2 focus-visible:outline-offset-0'

/** A text input with its label above, and its error or hint below. */
export function TextField(props: TextFieldProps): ReactNode {
  const { label, value, onChange, error, hint, clearLabel, inputRef, ...input } = props
  const id = useId()
  const own = useRef<HTMLInputElement>(null)
  const field = inputRef ?? own
  function clear(): void {
    onChange('')
    field.current?.focus()
  }
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-small font-medium">
        {label}
      </label>
      <span className="relative block">
        <input
          spellCheck={false}
          {...input}
          ref={field}
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          className={classes(box, clearLabel && 'pr-13', error ? 'border-red outline-red' : 'border-edge')}
        />
        {clearLabel && value !== '' && (
          <button
            type="button"
            aria-label={clearLabel}
            onClick={clear}
            className="absolute inset-y-0 right-1 flex w-12 items-center justify-center rounded-m text-soft hover:text-ink"
          >
            <CrossIcon className="size-5" />
          </button>
        )}
      </span>
      <div id={`${id}-note`} className="text-small">
        <div role="alert">{error && <p className="mt-2 text-red">{error}</p>}</div>
        {hint && !error && <p className="mt-2 text-soft">{hint}</p>}
      </div>
    </div>
  )
}
