import { type Code, type Contract, type Schema, schemaAt } from '@paket/contract'

/** Returns the name of the root element: the schema's `xml.name`, else the name of the schema. */
export const rootOf = (document: Contract<Code>, schema: Schema | undefined): string =>
  (schemaAt(document, schema) as Schema & { xml?: { name?: string } }).xml?.name ??
  schema?.$ref?.split('/').at(-1) ??
  'answer'

/** Encodes a value as XML: one element per field, one per item of a list. */
export function asXml(name: string, value: unknown): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, value)}`
}

function element(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => element(name, item)).join('')
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([field, each]) => element(field, each))
          .join('')
      : escaped(typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value))
  return `<${name}>${inner}</${name}>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
