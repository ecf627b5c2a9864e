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

/** Whom the menu is for; `hasLastPeriod`: one that is paid already follows the present one. */
export interface MenuReader extends Pick<StatusInput, 'subStatus' | 'kind'> {
  hasLastPeriod: boolean
}

/** The items that a reader gets, in order. Of someone whose data cannot be read nothing is known: help and the way out stay. */
export function menuItems(reader: MenuReader | null): readonly MenuItem[] {
  if (!reader) return ['support', 'answers', 'exit']
  const isRegistered = reader.subStatus === 'registered'
  // A partner's bundle is what is meant by an external one; who may not buy has no use for a promocode (OO-44).
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

const later: readonly MenuItem[] = ['promocode', 'paymentMethods', 'loyaltyCards', 'paymentHistory', 'answers']
/** Whether an item only says that the service is still being connected (OO-45). */
export const isMenuItemLater = (item: MenuItem, reader: MenuReader | null): boolean =>
  reader?.subStatus === 'waiting_for_activation' && later.includes(item)
