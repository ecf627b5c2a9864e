// Loaded before a process's own code (`node --import`): its clock is three years ahead.
const YEARS = 3
const RealDate = globalThis.Date
const real = new RealDate()
const ahead = new RealDate(real).setFullYear(real.getFullYear() + YEARS) - real.getTime()

globalThis.Date = class Date extends RealDate {
  /** @param {[] | [number]} parts */
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + ahead)
    else super(...parts)
  }
  static now() {
    return RealDate.now() + ahead
  }
}
