/** A text as the number or the truth that it writes. */
export const valueIn = (text: string): unknown =>
  text === 'true' ? true : text === 'false' ? false : /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
