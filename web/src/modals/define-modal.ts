import type { ComponentType } from 'react'

/**
 * The props and answers of every modal, by name; each can also be dismissed. The file of each modal adds its own, so that a flow asks by
 * name, and the components are loaded only when the first modal opens.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by each modal
export interface Modals {}
export type ModalName = keyof Modals
/** Answers from closed sets, which events may report because they cannot contain typed text. */
export type ClosedAnswer = { [Name in ModalName]: Extract<Modals[Name]['answers'], string> }[ModalName]
export type Ask = <Name extends ModalName>(name: Name, given: Modals[Name]['given']) => Promise<Modals[Name]['answers']>

/** The props of a modal's component. */
export type ModalProps<Name extends ModalName> = Modals[Name]['given'] & {
  open: boolean
  /** Called when the leaving animation is over. */
  onLeft: () => void
  answer: (value: Modals[Name]['answers']) => void
}

/** A modal with the component that draws it. */
export interface DefinedModal<Name extends ModalName = ModalName> {
  name: Name
  Component: ComponentType<ModalProps<Name>>
}
/** Defines a modal. Must be the default export of a file `…-modal.tsx` under `features`; the app finds those files automatically. */
export const defineModal = <Name extends ModalName>(
  name: Name,
  Component: ComponentType<ModalProps<Name>>,
): DefinedModal<Name> => ({ name, Component })
