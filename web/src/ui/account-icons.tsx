import { icon } from './icon.tsx'

export const CardIcon = icon(
  <>
    <rect x="3" y="5" width="18" height="14" rx="3" />
    <path d="M3 10h18M7 15h3" />
  </>,
)
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
export const ArrowLeftIcon = icon(<path d="M20 12H4.5M11 5l-7 7 7 7" />)
export const UserIcon = icon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20.5c.6-3.8 3.5-6 7.5-6s6.9 2.2 7.5 6" />
  </>,
)
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5.25l3.25 2" />
  </>,
)
export const SmsIcon = icon(
  <path d="M6 4.5h12a3 3 0 0 1 3 3V14a3 3 0 0 1-3 3h-5l-4.5 3.5V17H6a3 3 0 0 1-3-3V7.5a3 3 0 0 1 3-3ZM8 10.75v.01M12 10.75v.01M16 10.75v.01" />,
)
export const PauseIcon = icon(<path d="M9 6v12M15 6v12" />)
export const FilterIcon = icon(
  <>
    <path d="M4 7h9M19 7h1M4 17h1M11 17h9" />
    <circle cx="16" cy="7" r="2.5" />
    <circle cx="8" cy="17" r="2.5" />
  </>,
)
export const PlayIcon = icon(<path d="M8 5.5v13l10.5-6.5L8 5.5Z" />)
export const GlobeIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M3 12h18M12 3c2.5 2.6 3.75 5.6 3.75 9S14.5 18.4 12 21c-2.5-2.6-3.75-5.6-3.75-9S9.5 5.6 12 3Z" />
  </>,
)
export const CupIcon = icon(
  <path d="M5 9h11v6a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4V9ZM16 10.5h1.5a2.5 2.5 0 0 1 0 5H16M8.5 3v2.5M12.5 3v2.5" />,
)
export const ShopIcon = icon(
  <path d="M5 10.5V18a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-7.5M3.5 9 5.25 4.5h13.5L20.5 9a2.83 2.83 0 0 1-5.66 0 2.83 2.83 0 0 1-5.68 0A2.83 2.83 0 0 1 3.5 9ZM10 20v-4.5h4V20" />,
)
export const CopyIcon = icon(
  <>
    <rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2.5" />
    <path d="M5.5 15.5A1.5 1.5 0 0 1 4 14V6.5A2.5 2.5 0 0 1 6.5 4H14a1.5 1.5 0 0 1 1.5 1.5" />
  </>,
)
export const TicketIcon = icon(
  <path d="M3 9V7.5A1.5 1.5 0 0 1 4.5 6h15A1.5 1.5 0 0 1 21 7.5V9a3 3 0 0 0 0 6v1.5a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16.5V15a3 3 0 0 0 0-6ZM14 9v1.5M14 13.5V15" />,
)
export const HomeIcon = icon(
  <>
    <path d="M4 10.5 12 4l8 6.5V18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2Z" />
    <path d="M9.5 20v-5.5h5V20" />
  </>,
)
export const BagIcon = icon(
  <>
    <path d="M5 8h14l1 10.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5Z" />
    <path d="M8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5" />
  </>,
)
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h10" />)
export const OptionsIcon = icon(
  <>
    <rect x="4" y="4" width="7" height="7" rx="2" />
    <rect x="4" y="14" width="6.5" height="6.5" rx="2" />
    <rect x="14" y="4" width="6.5" height="6.5" rx="2" />
    <path d="M17.25 14v6.5M14 17.25h6.5" />
  </>,
)
export const LoyaltyIcon = icon(
  <>
    <rect x="3" y="5" width="18" height="14" rx="3" />
    <path d="M7 9v6M10 9v6M12.5 9v6M15 9v6M17 9v6" />
  </>,
)
export const QuestionIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M9.5 9.75a2.5 2.5 0 1 1 3.6 2.25c-.7.35-1.1.9-1.1 1.75M12 16.75v.01" />
  </>,
)
export const ExitIcon = icon(
  <path d="M14 4.5H7A2.5 2.5 0 0 0 4.5 7v10A2.5 2.5 0 0 0 7 19.5h7M10.5 12H20M16.5 8l4 4-4 4" />,
)
export const FamilyIcon = icon(
  <>
    <circle cx="8.5" cy="8.5" r="3.25" />
    <path d="M2.5 19c.5-3.3 2.8-5 6-5s5.5 1.7 6 5" />
    <path d="M15.5 5.5a3 3 0 0 1 0 6M17 14.25c2.4.4 4 2 4.5 4.75" />
  </>,
)
export const TelegramIcon = icon(
  <>
    <path d="M20.5 4.5 3.5 11.25l5.5 2 2 6 3.25-4 4 3Z" />
    <path d="m9 13.25 11.5-8.75" />
  </>,
)
export const VkIcon = icon(
  <>
    <rect x="3" y="3" width="18" height="18" rx="5" />
    <path d="M7.25 9c.25 4 2.25 6.25 5.5 6.25V9M16.5 9c-.5 1.5-1.75 2.75-3.75 3.1 2 .25 3.5 1.4 4.25 3.15" />
  </>,
)
export const MailIcon = icon(
  <>
    <rect x="3" y="5" width="18" height="14" rx="3" />
    <path d="m4 8 8 5.5L20 8" />
  </>,
)
export const ChatIcon = icon(
  <path d="M12 4c5 0 8.5 3 8.5 7s-3.5 7-8.5 7c-.9 0-1.8-.1-2.6-.3L4.5 20l1.2-3.900C4.3 14.8 3.5 13 3.5 11c0-4 3.5-7 8.5-7ZM8.5 11v.01M12 11v.01M15.5 11v.01" />,
)
export const CrownIcon = icon(<path d="M4 18.5h16M4.5 15 3 6.5l5 4L12 5l4 5.5 5-4L19.5 15h-15Z" />)
export const PencilIcon = icon(
  <path d="m14.5 5.5 4 4M4.5 19.5l1-4.5L16 4.5a1.9 1.9 0 0 1 2.7 0l.8.8a1.9 1.9 0 0 1 0 2.7L9 18.5l-4.5 1Z" />,
)
