const names: Readonly<Record<string, string>> = { MIR: 'МИР', VISA: 'Visa', MASTERCARD: 'Mastercard' }

/** A payment system as its cards have it: МИР; one that is not known as the backend has it. */
export const cardSystem = (type: string): string => names[type] ?? type
