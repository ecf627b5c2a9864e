/** What 'Ввод промокода' of the menu does; null takes the item out. */
export const usePromocode = (): (() => void) | null => null
