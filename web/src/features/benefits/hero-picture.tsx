import type { ReactNode } from 'react'

/** A decorative picture for a dark green background: a full shopping bag, surrounded by points, a delivery, a favourite and a gift. */
export function HeroPicture(): ReactNode {
  return (
    <svg viewBox="0 0 420 340" className="block w-full" fill="none" aria-hidden="true">
      <circle cx="212" cy="208" r="164" className="fill-brand" />
      <circle cx="212" cy="208" r="118" className="fill-leaf" opacity="0.16" />
      <Shopping />
      <Bag />
      <Coin x={66} y={226} r={40} />
      <Coin x={124} y={292} r={26} />
      <Tile x={34} y={84} turn={-8}>
        <path d="M5.5 17H4a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 4 6h8.5A1.5 1.5 0 0 1 14 7.5V17H9.5M14 10h3.6a2 2 0 0 1 1.7.95l1.9 3.05c.2.3.3.65.3 1V15.5a1.5 1.5 0 0 1-1.5 1.5" />
        <circle cx="7.5" cy="17.5" r="2" />
        <circle cx="17.5" cy="17.5" r="2" />
      </Tile>
      <Tile x={318} y={58} turn={9}>
        <path d="M12 20s-8.5-4.9-8.5-11A4.75 4.75 0 0 1 12 6.2 4.75 4.75 0 0 1 20.5 9c0 6.1-8.5 11-8.5 11Z" />
      </Tile>
      <Tile x={326} y={212} turn={-6}>
        <path d="M4.5 12.5v6A1.5 1.5 0 0 0 6 20h12a1.5 1.5 0 0 0 1.5-1.5v-6M12 8v12" />
        <rect x="3" y="8" width="18" height="4.5" rx="1.25" />
        <path d="M12 8s-1-4.5-3.75-4.5a2.25 2.25 0 0 0 0 4.5M12 8s1-4.5 3.75-4.5a2.25 2.25 0 0 1 0 4.5" />
      </Tile>
      <path
        d="M24 190h14M31 183v14M396 160h14M403 153v14M296 26h10M301 21v10"
        className="stroke-leaf"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </svg>
  )
}

function Shopping(): ReactNode {
  return (
    <>
      <g transform="rotate(-14 172 90)">
        <rect x="152" y="22" width="38" height="150" rx="19" className="fill-orange-bright" />
        <path
          d="m160 56 22-10M160 80l22-10M160 104l22-10"
          className="stroke-paper"
          strokeWidth="6"
          strokeLinecap="round"
        />
      </g>
      <path d="M208 62l20-26h24l20 26v90h-64z" className="fill-paper" />
      <path d="M208 62h64v26h-64z" className="fill-leaf" />
      <path d="M226 24h28v14h-28z" className="fill-brand" />
      <path
        d="M288 152c-12-34-10-66 2-98M288 152c-2-36 8-64 30-84M290 150c6-28 20-44 44-50"
        className="stroke-leaf"
        strokeWidth="11"
        strokeLinecap="round"
      />
      <circle cx="276" cy="138" r="26" className="fill-red-bright" />
      <path d="M276 114c0-8 4-14 11-16" className="stroke-brand-deep" strokeWidth="4" strokeLinecap="round" />
    </>
  )
}

function Bag(): ReactNode {
  return (
    <>
      <path d="M128 142h168l14 182a14 14 0 0 1-14 16H128a14 14 0 0 1-14-16l14-182Z" className="fill-mint" />
      <path d="M262 142h34l14 182a14 14 0 0 1-14 16h-34V142Z" className="fill-leaf" />
      <path d="M158 166v40a36 36 0 0 0 72 0v-40" className="stroke-brand" strokeWidth="8" strokeLinecap="round" />
      <rect x="162" y="262" width="58" height="58" rx="15" className="fill-brand" />
      <path
        d="M179 305v-24h24v24"
        className="stroke-paper"
        strokeWidth="7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  )
}

function Coin({ x, y, r }: { x: number; y: number; r: number }): ReactNode {
  const scale = r / 40
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <circle r="40" className="fill-orange-bright" />
      <circle r="31" className="stroke-paper" strokeWidth="3" opacity="0.7" />
      <path d="m-11 12 22-24" className="stroke-paper" strokeWidth="6" strokeLinecap="round" />
      <circle cx="-10" cy="-10" r="5" className="stroke-paper" strokeWidth="5" />
      <circle cx="10" cy="11" r="5" className="stroke-paper" strokeWidth="5" />
    </g>
  )
}

/** A white tile with an icon. */
function Tile({ x, y, turn, children }: { x: number; y: number; turn: number; children: ReactNode }): ReactNode {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <rect width="68" height="68" rx="20" className="fill-paper" />
      <g
        transform="translate(14 14) scale(1.667)"
        className="stroke-brand"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {children}
      </g>
    </g>
  )
}
