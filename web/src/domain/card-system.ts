const names: Readonly<Record<string, string>> = { MIR: 'МИР', VISA: 'Visa', MASTERCARD: 'Mastercard' }

/** The name of a payment system as it is printed on cards (МИР); an unknown one keeps the backend's name. */
export const cardSystem = (type: string): string => names[type] ?? type
