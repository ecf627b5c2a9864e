import type { Outcome } from '@paket/sdk'

/** Where a message's button leads; `services/message-actions.ts` has an action for each. */
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

/** What a message's button does: leads somewhere, or answers the flow that shows the message. */
export type MessageAction = Destination | 'accept' | 'retry' | 'reload' | 'finish' | 'giveUp' | 'dismissed'

/** The id of a message in events: the outcome that it shows, or its subject. */
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
  | 'new-main-card'
  | 'new-price'
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

/** The content of a message modal, about a success or a failure. */
export interface Message {
  id: MessageId
  title: string
  text?: string | undefined
  /** By default an error is full-screen on phones and a side drawer on wide screens, any other message a dialog (OP-60). */
  form?: 'full' | 'drawer' | 'dialog' | undefined
  /** Shown as 'Код ошибки {code}'. */
  code?: number | undefined
  /** Until this instant, in milliseconds since 1970, the server refuses a retry: a countdown is shown, and retry buttons are disabled. */
  waitUntil?: number | undefined
  image: 'success' | 'error' | 'clock' | 'card'
  /** The first is the primary button; the action of a `danger` button cannot be undone. */
  buttons: readonly { label: string; action: MessageAction; danger?: true }[]
}
