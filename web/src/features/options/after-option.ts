import type { Failure } from '@paket/sdk'
import type { FlowPorts } from '#flow/ports.ts'
import { messageOf } from '#modals/outcome-messages.ts'

/** What a change of an option leads to outside of it. */
export interface AfterOption {
  /** The renewal was switched: what it changes is read again. */
  switched(isOn: boolean): void
  /** The option is not there: what is listed is old. */
  gone(): void
  toOptions(): void
  toCards(): void
  toSupport(): void
}

/** Tells why a switch of the renewal failed, and goes where the answer leads (options T2). */
export async function tellNotSwitched(
  failure: Failure<'changeAutopaymentOption'>,
  io: Pick<FlowPorts, 'ask'>,
  after: AfterOption,
): Promise<void> {
  if (failure.outcome === 'option-not-found') after.gone()
  // The session's end is told where the session is (OP-04).
  const message = failure.outcome === 'authorize-again' ? null : messageOf(failure)
  const answer = message && (await io.ask('message', message))
  if (answer === 'options') after.toOptions()
  if (answer === 'support') after.toSupport()
}
