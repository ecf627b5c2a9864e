import type { ReactNode } from 'react'
import type { Elements } from './elements.ts'

/** The common frame of illustrations: a soft disc, an object of paper on it, a mark in front. Decorative only. */
function Stage({ disc, children }: { disc: string; children: Elements }): ReactNode {
  return (
    <svg viewBox="0 0 160 160" className="drawing size-36 lg:size-40" fill="none" aria-hidden="true">
      <circle cx="80" cy="80" r="72" className={disc} />
      {children}
    </svg>
  )
}

function Bag(): ReactNode {
  return (
    <>
      <path d="M46 62h68l7 62a8 8 0 0 1-8 9H47a8 8 0 0 1-8-9l7-62Z" className="fill-paper" />
      <path d="M98 62h16l7 62a8 8 0 0 1-8 9H98V62Z" className="fill-grey" />
      <path d="M62 76V56a18 18 0 0 1 36 0v20" className="stroke-brand" strokeWidth="5" strokeLinecap="round" />
    </>
  )
}

export function SuccessIllustration(): ReactNode {
  return (
    <Stage disc="fill-mint">
      <Bag />
      <circle cx="80" cy="104" r="19" className="fill-brand" />
      <path
        d="m71 104.5 6.5 6.5L90 98.5"
        className="stroke-paper"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M26 56l7 4M132 44l-6 6M22 92h8M138 84h-8"
        className="stroke-leaf"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <circle cx="40" cy="36" r="4" className="fill-orange-bright" />
    </Stage>
  )
}

export function ErrorIllustration(): ReactNode {
  return (
    <Stage disc="fill-orange-soft">
      <path d="M46 34h48l24 24v66a6 6 0 0 1-6 6H46a6 6 0 0 1-6-6V40a6 6 0 0 1 6-6Z" className="fill-paper" />
      <path d="M94 34l24 24h-18a6 6 0 0 1-6-6V34Z" className="fill-line" />
      <path d="M56 62h24M56 76h44M56 90h20" className="stroke-line" strokeWidth="5" strokeLinecap="round" />
      <circle cx="104" cy="110" r="24" className="fill-orange-bright" />
      <path d="M104 98v13M104 120v.1" className="stroke-paper" strokeWidth="6" strokeLinecap="round" />
    </Stage>
  )
}

export function EmptyIllustration(): ReactNode {
  return (
    <Stage disc="fill-sunken">
      <Bag />
      <path d="M68 100v.1M92 100v.1" className="stroke-edge" strokeWidth="6" strokeLinecap="round" />
      <path d="M73 114c4 3 10 3 14 0" className="stroke-edge" strokeWidth="4" strokeLinecap="round" />
      <path d="M30 58h8M34 54v8M128 46h8M132 42v8" className="stroke-leaf" strokeWidth="4" strokeLinecap="round" />
    </Stage>
  )
}

export function ClockIllustration(): ReactNode {
  return (
    <Stage disc="fill-mint">
      <path d="M52 44l-10-8M108 44l10-8" className="stroke-leaf" strokeWidth="6" strokeLinecap="round" />
      <circle cx="80" cy="84" r="46" className="fill-paper" />
      <circle cx="80" cy="84" r="46" className="stroke-brand" strokeWidth="5" />
      <path d="M80 84V38a46 46 0 0 1 46 46H80Z" className="fill-mint-hover" />
      <path d="M80 58v26l16 11" className="stroke-brand" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round" />
      <path d="M80 48v.1M116 84h.1M80 120v.1M44 84h.1" className="stroke-leaf" strokeWidth="5" strokeLinecap="round" />
    </Stage>
  )
}

export function CardIllustration(): ReactNode {
  return (
    <Stage disc="fill-mint">
      <rect x="46" y="40" width="84" height="58" rx="10" className="fill-leaf" />
      <rect x="30" y="56" width="92" height="64" rx="10" className="fill-paper" />
      <path d="M30 70h92v13H30z" className="fill-brand" />
      <path d="M42 102h24M42 94h15" className="stroke-line" strokeWidth="5" strokeLinecap="round" />
      <circle cx="36" cy="36" r="4" className="fill-orange-bright" />
    </Stage>
  )
}
