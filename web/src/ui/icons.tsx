import { icon } from './icon.tsx'

// Only icons of the main page, because the whole module is in its bundle; the account's are in `account-icons.tsx`.

export const CrossIcon = icon(<path d="m6 6 12 12M18 6 6 18" />)
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />)
export const CashbackIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="m15.5 8.5-7 7" />
    <circle cx="9.25" cy="9.25" r="0.75" />
    <circle cx="14.75" cy="14.75" r="0.75" />
  </>,
)
export const DeliveryIcon = icon(
  <>
    <path d="M5.5 17H4a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 4 6h8.5A1.5 1.5 0 0 1 14 7.5V17H9.5M14 10h3.6a2 2 0 0 1 1.7.95l1.9 3.05c.2.3.3.65.3 1V15.5a1.5 1.5 0 0 1-1.5 1.5" />
    <circle cx="7.5" cy="17.5" r="2" />
    <circle cx="17.5" cy="17.5" r="2" />
  </>,
)
export const HeartIcon = icon(
  <path d="M12 20s-8.5-4.9-8.5-11A4.75 4.75 0 0 1 12 6.2 4.75 4.75 0 0 1 20.5 9c0 6.1-8.5 11-8.5 11Z" />,
)
export const GiftIcon = icon(
  <>
    <path d="M4.5 12.5v6A1.5 1.5 0 0 0 6 20h12a1.5 1.5 0 0 0 1.5-1.5v-6M12 8v12" />
    <rect x="3" y="8" width="18" height="4.5" rx="1.25" />
    <path d="M12 8s-1-4.5-3.75-4.5a2.25 2.25 0 0 0 0 4.5M12 8s1-4.5 3.75-4.5a2.25 2.25 0 0 1 0 4.5" />
  </>,
)
export const WarningIcon = icon(
  <path d="M10.7 4.25 2.9 17.75A1.5 1.5 0 0 0 4.2 20h15.6a1.5 1.5 0 0 0 1.3-2.25l-7.8-13.5a1.5 1.5 0 0 0-2.6 0ZM12 9.5V13M12 16.5v.01" />,
)
/** Points to the right; turn it with a rotate class. */
export const ChevronIcon = icon(<path d="m9.5 6 6 6-6 6" />)
