import type { Flow } from '#flow/run-flow.ts'

/** What closing it does; it is shown at once and taken back when the server says no (C-ONBOARD-01..04). */
export type CloseCardIssued = () => void

/** The subscriber has a card now: tells what it gives; closing it is remembered, however it is closed. */
export const tellingCardIssued =
  (close: CloseCardIssued): Flow =>
  async (io) => {
    await io.ask('cardIssued', {})
    close()
  }
