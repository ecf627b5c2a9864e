import type { BankCard, BundleName, CounterOfferName } from '@paket/sdk'
import type { Contact } from '#domain/contacts.ts'
import type { OfferRules } from '#domain/offers.ts'
import type { Balance } from '#domain/points.ts'
import type { Story } from '#domain/stories.ts'
import type { Message, MessageAnswer } from '#messages/message.ts'
import type { CheckedPromocode, PromocodeCheck, PromocodeProblem } from './promocode-check.ts'

export interface TariffChoice {
  bundle: BundleName
  pay: 'card' | 'points'
}
/** A close person as the form has checked him: a name of Russian letters, eleven digits. */
export interface NewMember {
  name: string
  phone: string
}

/** Something to be read about one subject: a sentence, then points or steps. */
export interface Article {
  title: string
  text?: string | undefined
  points: readonly { title?: string; text: string }[]
  /** The points are done one after another. */
  isOrdered?: true
  /** Ends with a way to support. */
  offersSupport?: true
}

/** Why somebody left: reasons of the survey, and a comment. */
export interface Feedback {
  reasonIds: readonly string[]
  comment: string
}

/** Every modal that a flow can open: what it is given, what it answers. Each can be dismissed. */
export interface Modals {
  chooseCard: {
    /** `points` is how many there are, where they may pay; null where they are not offered. */
    given: {
      goods: 'bundle' | 'option'
      priceKopecks: number
      /** What is paid for, and by what it renews then. */
      days: number
      renewalDays: number
      mainCard: BankCard | null
      points: number | null
      promocode?: string
    }
    answers: 'mainCard' | 'newCard' | 'points' | 'dismissed'
  }
  /** `plans` are offered instead of everything that is sold; the discount is taken off each of them. `payAgain`: the renewal has failed. */
  chooseBundle: {
    given: { selected: BundleName; plans?: readonly BundleName[]; discountPercent?: number; payAgain?: boolean }
    answers: BundleName | 'dismissed'
  }
  /**
   * `balance` is null for those who cannot pay by points. `pay` is what was chosen
   * before; `left` is what was chosen when the checkout is closed without buying.
   */
  chooseTariff: {
    given: {
      plans: readonly BundleName[]
      selected: BundleName
      balance: Balance | null
      pay?: TariffChoice['pay']
      /** Hears of every choice: who closes it after one is asked whether to leave. */
      onChoice: (choice: TariffChoice) => void
    }
    answers: TariffChoice | 'dismissed'
  }
  /** Stays open while a promocode is checked; what it could not check is a bug that its flow throws. */
  enterPromocode: {
    given: {
      value: string
      problem: PromocodeProblem | null
      isSubscribed: boolean
      without: { priceKopecks: number; durationDays: number }
      check: (typed: string) => Promise<PromocodeCheck>
      onEdit: () => void
    }
    answers:
      | Exclude<PromocodeCheck, { kind: 'problem' }>
      | { kind: 'buy' }
      | { kind: 'broken'; error: unknown }
      | 'dismissed'
  }
  /** `until` is an instant, in milliseconds since 1970. */
  activatePromocode: {
    given: { promocode: CheckedPromocode; until: number }
    answers: 'activate' | 'another' | 'expired' | 'dismissed'
  }
  /** Given what was filled in before. */
  addMember: { given: NewMember; answers: NewMember | 'dismissed' }
  /** What close people get, and what the option is. */
  familyBenefits: { given: object; answers: 'dismissed' }
  aboutFamily: { given: { title: string; priceKopecks: number; days: number; places: number }; answers: 'dismissed' }
  /** Offers of one step of a cancellation; several are chosen from. */
  counterOffer: {
    given: { offers: readonly CounterOfferName[] }
    answers: CounterOfferName | 'declined' | 'dismissed'
  }
  /** `save` answers whether it was saved; until it was, the form stays. */
  rejectReasons: {
    given: {
      type: 'CANCEL_SUBSCRIPTION'
      reasons: readonly { id: string; value: string }[]
      worksUntil: string
      save: (feedback: Feedback) => Promise<boolean>
    }
    answers: 'sent' | 'dismissed'
  }
  cardIssued: { given: object; answers: 'dismissed' }
  /** Not everybody has deliveries, or a renewal of their own to manage. */
  onboarding: { given: { hasDeliveries: boolean; managesRenewal: boolean }; answers: 'finished' | 'dismissed' }
  story: { given: Story; answers: 'dismissed' }
  /** Its address is answered as support's are. */
  chooseStore: {
    given: { stores: readonly { name: string; url: string }[]; answersAddresses: boolean }
    answers: { url: string } | 'dismissed'
  }
  support: {
    given: {
      contacts: readonly Contact[]
      answersUrl: string
      hasChat: boolean
      /** Addresses are answered, for whatever surrounds the page to open them; otherwise links lead there. */
      answersAddresses: boolean
    }
    answers: 'chat' | { url: string } | 'dismissed'
  }
  /** Tags that the offers are filtered by; the choice is answered, an empty one too. */
  filterOffers: {
    given: { offers: readonly OfferRules[]; chosen: readonly string[] }
    answers: readonly string[] | 'dismissed'
  }
  /** Shows that something is waited for, until it is over or nobody wants to wait. */
  waiting: { given: { title: string; text: string; leave: string }; answers: 'dismissed' }
  article: { given: Article; answers: 'support' | 'dismissed' }
  message: { given: Message; answers: MessageAnswer }
}
export type ModalName = keyof Modals
/** Answers by name: each of a closed set, so that none is what somebody has typed. */
export type ClosedAnswer = { [Name in ModalName]: Extract<Modals[Name]['answers'], string> }[ModalName]
export type Ask = <Name extends ModalName>(name: Name, given: Modals[Name]['given']) => Promise<Modals[Name]['answers']>

/** What a modal's component gets besides what it is given. */
export interface ModalFrame<Name extends ModalName> {
  open: boolean
  /** The leaving animation is over. */
  onLeft: () => void
  answer: (value: Modals[Name]['answers']) => void
}
