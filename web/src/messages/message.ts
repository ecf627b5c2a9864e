import type { Outcome } from '@paket/sdk'

/** Where a button of a message leads: the map of actions (`services/message-actions.ts`) has a row for each. */
export type Destination =
  | 'support'
  | 'signIn'
  | 'signOut'
  | 'account'
  | 'check'
  | 'options'
  | 'addCard'
  | 'fridge'
  | 'promo'
  | 'partner'

/** What a button of a message does: leads somewhere, or answers the flow that has asked. */
export type MessageAction = Destination | 'accept' | 'retry' | 'reload' | 'finish' | 'giveUp' | 'dismissed'

/** What events call a message: the outcome that it shows, or what else it says. */
export type MessageId =
  | Outcome
  | 'already-has'
  | 'bought-meanwhile'
  | 'cancellation-points'
  | 'cancellation-question'
  | 'card-page-unknown'
  | 'card-removal-question'
  | 'card-removed'
  | 'family-member'
  | 'feature-closed'
  | 'has-option'
  | 'leaving-checkout'
  | 'member-added'
  | 'member-removal-question'
  | 'member-removed'
  | 'no-network'
  | 'no-special-offer'
  | 'offer-is-over'
  | 'option-in-doubt'
  | 'option-purchased'
  | 'option-renewal-off'
  | 'option-renewal-off-question'
  | 'option-renewal-on'
  | 'option-renewal-rules'
  | 'option-renewal-unknown-card'
  | 'option-renewal-without-card'
  | 'partner-activation-failed'
  | 'partner-activation-in-doubt'
  | 'order-not-known'
  | 'order-open'
  | 'payment-declined'
  | 'payment-in-doubt'
  | 'purchased'
  | 'purchase-elsewhere'
  | 'renewal-off'
  | 'renewal-on'
  | 'sign-in-to-buy'
  | 'transition-question'

/** A title, a text, a picture and buttons: news or a failure. */
export interface Message {
  id: MessageId
  title: string
  text?: string | undefined
  /** Without it an error fills a phone's window and is at the side of a wide one, anything else is a dialog (OP-60). */
  form?: 'full' | 'drawer' | 'dialog' | undefined
  /** Shown as 'Код ошибки {code}'. */
  code?: number | undefined
  /** Before this instant, in milliseconds since 1970, the server takes no other try: it is counted down, and what tries again waits. */
  waitUntil?: number | undefined
  image: 'success' | 'error' | 'clock' | 'card'
  /** The first one is the main one; `danger` cannot be undone. */
  buttons: readonly { label: string; action: MessageAction; danger?: true }[]
}
