import type { ReactNode } from 'react'

export interface BarChartProps {
  /** Describes the chart; its numbers must be in a table beside it. */
  label: string
  /** From left to right. */
  bars: readonly { readonly key: string; readonly label: string; readonly value: number; readonly text: string }[]
}

const BAR_SHARE = 0.64
/** The height of a bar for 0, so that it is visible. */
const LEAST_PERCENT = 1.5
const MOST_WITH_TEXT = 6

/** A bar chart of a few numbers. The last bar is highlighted. */
export function BarChart({ label, bars }: BarChartProps): ReactNode {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const step = 100 / Math.max(1, bars.length)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- An inline drawing that contains text cannot be an <img>.
    <svg role="img" aria-label={label} className="h-56 w-full overflow-visible">
      {/* The baseline at 88 %: labels below it, bars of at most 76 % above it, and space for the highest bar's number. */}
      <line x1="0" x2="100%" y1="88%" y2="88%" className="stroke-line forced-colors:stroke-system-text" />
      {bars.map(({ key, label: name, value, text }, place) => {
        const height = Math.max(LEAST_PERCENT, (value / most) * 76)
        const middle = `${(place + 0.5) * step}%`
        return (
          <g key={key} aria-hidden="true">
            <rect
              x={`${(place + (1 - BAR_SHARE) / 2) * step}%`}
              y={`${88 - height}%`}
              width={`${step * BAR_SHARE}%`}
              height={`${height}%`}
              rx="6"
              className={
                place === bars.length - 1
                  ? 'fill-brand forced-colors:fill-system-chosen'
                  : 'fill-leaf forced-colors:fill-system-text'
              }
            />
            {bars.length <= MOST_WITH_TEXT && (
              <text
                x={middle}
                y={`${88 - height}%`}
                dy="-0.6em"
                textAnchor="middle"
                className="fill-ink forced-colors:fill-system-text text-small font-semibold"
              >
                {text}
              </text>
            )}
            <text
              x={middle}
              y="88%"
              dy="1.5em"
              textAnchor="middle"
              className="fill-soft text-caption forced-colors:fill-system-text"
            >
              {name}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
