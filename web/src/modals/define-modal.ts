import type { ComponentType } from 'react'

/**
 * Every modal that a flow can open: what it is given, what it answers; each can be dismissed. The file of each modal adds its own, so that
 * a flow asks by name and its component is loaded only when the first modal opens.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by each modal
export interface Modals {}
export type ModalName = keyof Modals
/** Answers by name: each of a closed set, so that none is what someone has typed. */
export type ClosedAnswer = { [Name in ModalName]: Extract<Modals[Name]['answers'], string> }[ModalName]
export type Ask = <Name extends ModalName>(name: Name, given: Modals[Name]['given']) => Promise<Modals[Name]['answers']>

/** What a modal's component gets: what it is given, whether it is open, and how it answers. */
export type ModalProps<Name extends ModalName> = Modals[Name]['given'] & {
  open: boolean
  /** The leaving animation is over. */
  onLeft: () => void
  answer: (value: Modals[Name]['answers']) => void
}

/** A modal with the component that draws it. */
export interface DefinedModal<Name extends ModalName = ModalName> {
  name: Name
  Component: ComponentType<ModalProps<Name>>
}
/** Defines a modal: the default export of a file `…-modal.tsx` under `features`, where it is found by itself. */
export const defineModal = <Name extends ModalName>(
  name: Name,
  Component: ComponentType<ModalProps<Name>>,
): DefinedModal<Name> => ({ name, Component })
