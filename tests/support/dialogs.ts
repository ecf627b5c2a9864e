import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'

/** Presses a button of a dialog, and waits until the page behind it is no longer inert. */
export async function closeDialog(name: string | RegExp, button = 'Понятно'): Promise<void> {
  const dialog = await screen.findByRole('dialog', { name })
  fireEvent.click(within(dialog).getByRole('button', { name: button }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
}
