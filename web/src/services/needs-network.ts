import { showSnackbar } from '#modals/snackbars.ts'

/**
 * Whether the device is offline; if so, shows a snackbar about it. For actions that start by leaving the page or by loading a chunk, which would
 * otherwise fail without a message.
 */
export function notifyIfOffline(): boolean {
  if (navigator.onLine) return false
  showSnackbar('Нет соединения с интернетом. Попробуйте снова, когда оно появится', 'error')
  return true
}
