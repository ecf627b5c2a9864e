import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv2020 from 'ajv/dist/2020.js'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..')
export const readYaml = (/** @type {string} */ file) => parse(readFileSync(join(root, file), 'utf8'))
const said = readYaml('outcomes.yaml')
export const outcomes = Object.keys(said)
/** Outcomes that are true of an answer alone: they show a code, or say that only support can help. */
export const presumesAnswer = (outcome) => said[outcome]?.presumes === 'answer'

const ajv = new Ajv2020({ allErrors: true, strict: false })
const words = ['x-validity', 'x-failures', 'x-cache', 'x-provenance']
for (const word of words) ajv.addSchema(readYaml(`vocabulary/${word}.yaml`), `${word}.yaml`)
export const vocabulary = Object.fromEntries(words.map((word) => [word, ajv.getSchema(`${word}.yaml`)]))

/** Whether the rule rejects a 200 with this code. A missing code is unlike every number. */
export function rejects({ reject }, code) {
  if (reject.except) return !reject.except.includes(code)
  return (reject.codes ?? []).includes(code) || (reject.from !== undefined && code >= reject.from)
}

const list = (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value])
export const codesOf = (failure) => list(failure.code)
/** The documented statuses that a failure's `http` means. */
export function statusesOf(failure, documented) {
  const means = (pattern, status) =>
    String(pattern) === status || (String(pattern).endsWith('XX') && status[0] === String(pattern)[0])
  return documented.filter((status) => list(failure.http).some((pattern) => means(pattern, status)))
}

/** Every example that a failure needs: where it stands and what it is called. */
export function neededExamples(failure, documented) {
  const codes = codesOf(failure)
  if (failure.http === undefined)
    return codes.map((code) => ({
      status: '200',
      code,
      name: codes.length > 1 ? `${failure.name}${code}` : failure.name,
    }))
  const statuses = statusesOf(failure, documented)
  const ranged = Array.isArray(failure.http) || String(failure.http).endsWith('XX')
  const many = codes.length > 1
  return statuses.flatMap((status) =>
    (many ? codes : [codes[0]]).map((code) => ({
      status,
      code,
      name: `${failure.name}${many ? code : ''}${ranged ? `${many ? 'At' : ''}${status}` : ''}`,
    })),
  )
}
