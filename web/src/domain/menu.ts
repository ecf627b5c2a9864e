import { isConnected, isPaidByAnother, type StatusInput } from './status-block.ts'

export type MenuItem =
  | 'options'
  | 'promocode'
  | 'paymentMethods'
  | 'loyaltyCards'
  | 'paymentHistory'
  | 'support'
  | 'answers'
  | 'exit'

/** The subscriber that the menu is for. */
export interface MenuReader extends Pick<StatusInput, 'subStatus' | 'kind'> {
  /** Whether a period that is paid already follows the current one. */
  hasLastPeriod: boolean
}

/** The items of the menu, in order. Without client data only help and the exit are shown. */
export function menuItems(reader: MenuReader | null): readonly MenuItem[] {
  if (!reader) return ['support', 'answers', 'exit']
  const isRegistered = reader.subStatus === 'registered'
  // The requirement's "external" bundle is a partner's; a subscriber who may not buy has no use for a promocode (OO-44).
  const maySave = reader.kind !== 'partner' && !(isConnected(reader) && isPaidByAnother(reader.kind))
  const takesPromocodes = maySave && !reader.hasLastPeriod
  const all: [MenuItem, boolean][] = [
    ['options', true],
    ['promocode', takesPromocodes],
    ['paymentMethods', !isRegistered],
    ['loyaltyCards', true],
    ['paymentHistory', !isRegistered],
    ['support', true],
    ['answers', true],
    ['exit', true],
  ]
  return all.filter(([, isShown]) => isShown).map(([item]) => item)
}

const needsActiveSubscription: readonly MenuItem[] = [
  'promocode',
  'paymentMethods',
  'loyaltyCards',
  'paymentHistory',
  'answers',
]
/** Whether an item opens nothing yet, only a message that the subscription is still being connected (OO-45). */
export const isMenuItemPending = (item: MenuItem, reader: MenuReader | null): boolean =>
  reader?.subStatus === 'waiting_for_activation' && needsActiveSubscription.includes(item)
