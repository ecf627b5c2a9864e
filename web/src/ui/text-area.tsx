import { type ReactNode, useId } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface TextAreaProps {
  label: string
  value: string
  /** The maximum length in UTF-16 code units; longer input is cut. */
  limit: number
  onChange: (value: string) => void
}

/** Does not cut a surrogate pair in half. */
const cut = (text: string, limit: number) => text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')

/** A multi-line text input with a counter. */
export function TextArea({ label, value, limit, onChange }: TextAreaProps): ReactNode {
  const id = useId()
  return (
    <div>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-small font-medium">
          {label}
        </label>
        <span id={`${id}-count`} className="text-small whitespace-nowrap text-soft tabular-nums">
          <span aria-hidden="true">{`${value.length}/${limit}`}</span>
          <VisuallyHidden>{`Символов: ${value.length} из ${limit}`}</VisuallyHidden>
        </span>
      </div>
      <textarea
        id={id}
        rows={3}
        value={value}
        maxLength={limit}
        aria-describedby={`${id}-count`}
        onChange={({ target }) => onChange(cut(target.value, limit))}
        className="block w-full resize-none rounded-m border border-edge bg-paper px-4 py-3 text-lead focus-visible:outline-2 focus-visible:outline-offset-0"
      />
    </div>
  )
}
