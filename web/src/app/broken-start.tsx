import { type ReactNode, useEffect } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'
import { SettingsError } from '#config/settings.ts'

const reload = () => window.location.reload()

/** Shown when the settings cannot be read; reloads when the network is back. Of the error it shows only the name of an invalid setting. */
export function BrokenStart({ error }: { error: unknown }): ReactNode {
  useEffect(() => {
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return (
    <Page tone="white">
      <ErrorState
        level={1}
        title="Сайт не загрузился"
        text={
          <>
            <p>Проверьте интернет и обновите страницу</p>
            {error instanceof SettingsError && <p className="mt-3 text-small">{`Настройка ${error.field}`}</p>}
          </>
        }
        actions={<Button onClick={reload}>Обновить</Button>}
      />
    </Page>
  )
}
