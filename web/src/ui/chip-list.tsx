import type { ReactNode } from 'react'
import type { Elements } from './elements.ts'

export interface ChipListProps {
  /** The visible title and the accessible name of the group. */
  label: string
  items: readonly { value: string; label: string; icon?: Elements }[]
  chosen: readonly string[]
  /** Called with all chosen values; `chosen` may also contain values of other groups, which are preserved. */
  onChange: (chosen: readonly string[]) => void
}

const chip =
  'flex min-h-11 cursor-pointer items-center gap-2 rounded-xl border border-edge bg-paper px-4 py-2 transition-colors hover:bg-grey ' +
  'has-checked:border-brand has-checked:bg-brand has-checked:text-paper has-checked:hover:bg-brand-hover ' +
  'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand ' +
  'forced-colors:has-checked:forced-color-adjust-none forced-colors:has-checked:bg-system-chosen forced-colors:has-checked:text-system-on-chosen ' +
  'forced-colors:has-focus-visible:outline-system-text'

/** Checkboxes that look like chips. */
export function ChipList({ label, items, chosen, onChange }: ChipListProps): ReactNode {
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {items.map((item) => (
          <label key={item.value} className={chip}>
            <input
              type="checkbox"
              className="sr-only"
              checked={chosen.includes(item.value)}
              onChange={() => toggle(item.value)}
            />
            {item.icon}
            <span>{item.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
