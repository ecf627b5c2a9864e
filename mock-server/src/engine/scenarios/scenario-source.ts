import { lineAt } from '@paket/contract'
import { type ErrorObject, Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { type Document, LineCounter, parseDocument } from 'yaml'
import type { Overlay } from '#engine/state/overlay.ts'
import type { Profile, Step, Violation } from '#engine/state/scenario.ts'
import { toViolation } from '#engine/contract/violation.ts'

/** A scenario file, without the product's part; the product's schema describes the whole. */
export interface Source {
  title?: string
  description?: string
  group?: string
  profile?: Profile
  activatesAfter?: string
  /** A day: 2026-11-20. */
  examplesAsOf?: string
  answers?: Record<string, SourceAnswer>
  on?: Record<string, SourceMove[]>
}
export interface SourceMove {
  after?: string
  answers: Record<string, { example?: string; set?: Overlay }>
}
export type SourceStep = string | { example: string; set?: Overlay }
export type SourceSequenceStep = SourceStep | Violation
export type SourceAnswer = string | SourceFullAnswer
export interface SourceFullAnswer {
  example: string
  set?: Overlay
  effect?: string
  otherwise?: string
  afterRefusal?: { example: string; for: string }
  sequence?: SourceSequenceStep[]
  moves?: SourceMove[]
  when?: SourceCase[]
}
export interface SourceCase {
  body?: Record<string, unknown>
  parameters?: Record<string, unknown>
  state?: Record<string, Record<string, unknown>>
  example: string
  set?: Overlay
  sequence?: SourceSequenceStep[]
  moves?: SourceMove[]
}
/** Fills in what a step in its short form omits. */
export const stepOf = (step: SourceStep): Step =>
  typeof step === 'string' ? { example: step, set: {} } : { set: {}, ...step }
/** Converts each value of an object. */
/** The copy inherits nothing: an operationId may be `constructor`. */
export const mapped = <Value, Result>(
  from: Record<string, Value>,
  to: (value: Value, name: string) => Result,
): Record<string, Result> =>
  Object.assign(
    Object.create(null) as object,
    Object.fromEntries(Object.entries(from).map(([name, value]) => [name, to(value, name)])),
  )

export type Place = readonly (string | number)[]

/** Validates the shape of a scenario file. */
export type MatchesSource = ValidateFunction<Source>
/** Compiles each schema once, however many mocks a process starts. */
const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true })
export const matchesSource = (schema: object): MatchesSource => ajv.compile<Source>(schema)

/** A parsed scenario file and its mistakes with line numbers. */
export class SourceFile {
  readonly file: string
  readonly source: Source | null
  readonly mistakes: string[] = []
  readonly #lines = new LineCounter()
  readonly #document: Document.Parsed

  constructor(file: string, text: string, matches: MatchesSource) {
    this.file = file
    const document = parseDocument(text, { lineCounter: this.#lines })
    this.#document = document
    const [broken] = document.errors
    const source: unknown = broken ? null : document.toJS()
    if (broken)
      this.mistakes.push(`${file}:${this.#lines.linePos(broken.pos[0]).line} ${broken.message.split('\n')[0]}`)
    else if (!matches(source)) for (const error of matches.errors ?? []) this.#blameShape(error)
    this.source = this.mistakes.length === 0 ? (source as Source) : null
  }

  /** Adds a mistake at a place of the file. */
  blame(place: Place, message: string): void {
    this.mistakes.push(`${this.placeOf(place)} ${message}`)
  }
  has = (place: Place): boolean => this.#document.hasIn(place)
  placeOf = (place: Place): string => `${this.file}:${this.lineOf(place)}`
  lineOf = (place: Place): number => lineAt(this.#document.contents, this.#lines, place)

  #blameShape(error: ErrorObject): void {
    // Errors of an `anyOf` alternative are misleading when the other alternative was meant.
    if (error.keyword === 'anyOf' || error.schemaPath.includes('/anyOf/0/')) return
    const { field, message } = toViolation(error, [])
    const place = error.instancePath.split('/').slice(1)
    const extra = error.keyword === 'additionalProperties' ? [field.split('.').at(-1) ?? ''] : []
    this.blame([...place, ...extra], `${field} ${message}`)
  }
}
