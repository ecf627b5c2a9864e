import { Description, Field, Label, Radio, RadioGroup } from '@headlessui/react'
import type { ReactNode } from 'react'
import { Badge } from './badge.tsx'

export interface RadioItem<V extends string> {
  readonly value: V
  readonly title: string
  readonly hint?: string | undefined
  /** Shown at the right, already formatted. */
  readonly price?: string | undefined
  readonly priceHint?: string | undefined
  readonly badge?: string | undefined
  readonly icon?: ReactNode
  /** Says why the row cannot be chosen; a row with a reason is disabled. */
  readonly disabledReason?: string | undefined
}

export interface RadioListProps<V extends string> {
  /** The accessible name of the group; not visible, because usually a heading above has it. */
  label: string
  items: readonly RadioItem<V>[]
  value: V
  onChange: (value: V) => void
}

const row =
  'group flex w-full cursor-pointer items-center gap-3.5 rounded-m border border-line bg-paper px-4 py-3.5 transition-colors ' +
  'hover:border-edge data-checked:border-brand data-checked:bg-mint data-checked:ring-1 data-checked:ring-brand ' +
  'data-disabled:cursor-not-allowed data-disabled:border-line data-disabled:bg-grey ' +
  'forced-colors:data-checked:border-system-chosen forced-colors:data-checked:outline-2 forced-colors:data-disabled:border-system-off'

const dot =
  'flex size-6 shrink-0 items-center justify-center rounded-xl border-2 border-edge bg-paper transition-colors ' +
  'group-data-checked:border-brand group-data-checked:bg-brand group-data-disabled:border-line group-data-disabled:bg-sunken'

/** A radio group of rows with prices. Arrow keys change the choice and skip disabled rows. */
export function RadioList<V extends string>({ label, items, value, onChange }: RadioListProps<V>): ReactNode {
  return (
    <RadioGroup<'div', V> value={value} onChange={onChange} aria-label={label} className="flex flex-col gap-2">
      {items.map((item) => (
        // A Field per row: without it the rows' labels would name the whole group.
        <Field key={item.value} disabled={item.disabledReason !== undefined}>
          <Radio value={item.value} className={row}>
            <span className={dot}>
              <span className="size-2.5 rounded-xl bg-paper opacity-0 group-data-checked:opacity-100 forced-colors:bg-system-chosen" />
            </span>
            <RowText item={item} />
          </Radio>
        </Field>
      ))}
    </RadioGroup>
  )
}

function RowText({ item }: { item: RadioItem<string> }): ReactNode {
  const note = item.disabledReason ?? item.hint
  return (
    <>
      {item.icon && <span className="shrink-0">{item.icon}</span>}
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-start justify-between gap-x-3 font-semibold group-data-disabled:text-soft forced-colors:group-data-disabled:text-system-off">
          <Label as="span" passive className="flex max-w-full flex-1 basis-24 flex-wrap items-center gap-x-2 gap-y-1">
            <span>{item.title}</span>
            {item.badge && <Badge tone="orange">{item.badge}</Badge>}
          </Label>
          {item.price && (
            <Label as="span" passive className="whitespace-nowrap">
              {item.price}
            </Label>
          )}
        </span>
        {(note ?? item.priceHint) !== undefined && (
          <span className="mt-0.5 flex flex-wrap justify-between gap-x-3 text-small text-soft">
            {note && <Description as="span">{note}</Description>}
            {item.priceHint && (
              <Description as="span" className="ml-auto whitespace-nowrap">
                {item.priceHint}
              </Description>
            )}
          </span>
        )}
      </span>
    </>
  )
}
