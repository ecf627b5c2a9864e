/** A phone number of 11 digits as a person writes it: 79001234567 gives +7 900 123-45-67. Anything else stays as it is, with a plus before digits. */
export function phoneText(phone: string): string {
  const parts = /^7(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(phone)
  if (!parts) return /^\d+$/.test(phone) ? `+${phone}` : phone
  const [, code, ...rest] = parts
  return `+7\u00a0${code}\u00a0${rest.join('-')}`
}
