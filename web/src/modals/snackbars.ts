import { proxy } from 'valtio/vanilla'

export interface Snackbar {
  id: string
  text: string
  tone?: 'success' | 'error' | undefined
}
/** The snackbars that are shown. */
export const snackbars = proxy<{ items: Snackbar[] }>({ items: [] })
const HIDE_AFTER_MS = 3000
let lastId = 0

export const hideSnackbar = (id: string): void => {
  snackbars.items = snackbars.items.filter((item) => item.id !== id)
}

/** Shows a text for 3 s; the same text is not shown twice at once (C-CONST-08, C-CONST-09). */
export function showSnackbar(text: string, tone?: Snackbar['tone']): void {
  if (snackbars.items.some((item) => item.text === text)) return
  const id = String(++lastId)
  snackbars.items.push({ id, text, tone })
  setTimeout(() => hideSnackbar(id), HIDE_AFTER_MS)
}
