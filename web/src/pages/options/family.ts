import type { Option } from '@paket/sdk'

/** Whether the option is shared with close people; an option of a kind that nobody knows is not (O-ENTITY-09). */
export const isFamily = ({ type }: Pick<Option, 'type'>): boolean => type === 'family_subscription'
