import type { ReactNode } from 'react'
import { Drawer, type DrawerProps } from '#ui/drawer.tsx'

interface Props extends Omit<DrawerProps, 'dismissLabel' | 'onDismiss'> {
  answer: (value: 'dismissed') => void
}

/** The drawer of a modal: dismissing it is an answer. */
export const ModalDrawer = ({ answer, ...drawer }: Props): ReactNode => (
  <Drawer {...drawer} dismissLabel="Закрыть" onDismiss={() => answer('dismissed')} />
)
