import type { ReactNode } from 'react'
import { Drawer, type DrawerProps } from '#ui/drawer.tsx'

interface Props extends Omit<DrawerProps, 'dismissLabel' | 'onDismiss'> {
  answer: (value: 'dismissed') => void
}

/** A Drawer that answers `dismissed` when it is dismissed. */
export const ModalDrawer = ({ answer, ...drawer }: Props): ReactNode => (
  <Drawer {...drawer} dismissLabel="Закрыть" onDismiss={() => answer('dismissed')} />
)
