/** The rules for the contract's own vocabulary, as Redocly takes a plugin. */
export default function plugin(): { id: string; rules: { oas3: Record<string, unknown> } }
