/** Redocly lint rules for the contract's specification extensions. */
export default function plugin(): { id: string; rules: { oas3: Record<string, unknown> } }
