import { reloadRenewed, renewFiles } from '#session/renew-files.ts'

/**
 * Shows at the bottom of the screen that the app could not be loaded: without a connection, in a browser that is too old, or with a file that came
 * empty or cut. The page beneath can still be read. Reloads it by itself the first time, when its files have been downloaded again.
 */
export async function showStartFailure(): Promise<void> {
  const bar = document.createElement('p')
  bar.role = 'alert'
  bar.className = 'fixed inset-x-0 bottom-0 z-40 bg-ink p-4 text-center text-paper'
  const again = document.createElement('a')
  again.href = ''
  again.className = 'underline'
  again.textContent = 'Обновить страницу'
  again.addEventListener('click', (event) => {
    event.preventDefault()
    void renewFiles().then(() => window.location.reload())
  })
  document.body.append(bar)
  bar.append('Не всё загрузилось. Проверьте соединение или обновите браузер. ', again)
  await reloadRenewed()
}
