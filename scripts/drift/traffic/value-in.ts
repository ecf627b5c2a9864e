/** Returns a string as the number or the boolean that it represents, otherwise unchanged. */
export const valueIn = (text: string): unknown =>
  text === 'true' ? true : text === 'false' ? false : /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
