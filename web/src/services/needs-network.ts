import { showSnackbar } from '#modals/snackbars.ts'

/** Whether there is no network, which is said in place then: for whatever begins by leaving the page, or with a part of the app that may not have come. */
export function saysNoNetwork(): boolean {
  if (navigator.onLine) return false
  showSnackbar('Нет соединения с интернетом. Попробуйте снова, когда оно появится', 'error')
  return true
}
