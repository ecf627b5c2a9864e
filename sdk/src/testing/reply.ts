import type { Failure } from '../failure.ts'
import { examples } from '../generated/examples.gen.ts'
import type { Data, OperationId } from '../operation.ts'

/** What a stubbed server does with one request. */
export interface Reply<Id extends OperationId = OperationId> {
  /** The call that it answers; any call when it is missing. */
  readonly operation?: Id
  /** HTTP status. */
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  /** Before the answer starts. */
  readonly delayMs: number
  /** `cut`: half of the body, then the connection ends. `reset`: no answer. `hang`: none ever, until the request is aborted. */
  readonly end: 'whole' | 'cut' | 'reset' | 'hang'
}
/** Overrides of a reply: `answers.getBankCards.none({ delayMs: 300 })`. With another `status` it may be another failure. */
export type ReplyOptions = Partial<Pick<Reply, 'delayMs' | 'headers' | 'status'>>
/** Overrides of a success. */
export type AnswerOptions<Id extends OperationId = OperationId> = ReplyOptions & {
  /** Changes a copy of the contract's example: `answers.getScoresBalance.rich({ edit: (data) => { data.result.scoresBalance = 7 } })`. */
  edit?: (data: Data<Id>) => void
}
type Examples = typeof examples
type ListedName<Id extends OperationId> = Extract<keyof Examples[Id]['fails'], string>
/** Failures without an example, of the network. `notSent` is not among them, because it never reaches a server. */
type BrokenName = 'malformed' | 'noConnection' | 'timeOut'

/** The successes of each call, by the names of the contract's examples. */
export type Answers = {
  readonly [Id in OperationId]: {
    readonly [Name in keyof Examples[Id]['answers']]: (options?: AnswerOptions<Id>) => Reply<Id>
  }
}
/** The failures of each call, by their names. One with several codes takes the `code`, else it is the first. */
export type Fails = {
  readonly [Id in OperationId]: {
    readonly [Name in Exclude<Failure<Id>['name'], 'notSent'> & (ListedName<Id> | BrokenName)]: (
      options?: ReplyOptions & { code?: Extract<Failure<Id>, { name: Name }>['code'] },
    ) => Reply<Id>
  }
}

const reply = (status: number, body: unknown, options: ReplyOptions = {}): Reply<never> => ({
  status,
  body,
  delayMs: 0,
  end: 'whole',
  ...options,
  headers: { 'content-type': 'application/json', ...options.headers },
})
/** No answer ever: the call ends at its deadline. */
export const hang = (): Reply<never> => ({ ...reply(200, undefined), end: 'hang' })
/** The connection is reset before an answer. */
export const reset = (options?: ReplyOptions): Reply<never> => ({ ...reply(200, undefined, options), end: 'reset' })
/** The answer, cut in the middle of its body. */
export const cut = <Id extends OperationId>(whole: Reply<Id>): Reply<Id> => ({ ...whole, end: 'cut' })

type Shown = readonly [status: number, body: unknown]
type Entry = { answers: Record<string, Shown>; fails: Record<string, readonly Shown[]> }

function failuresOf(id: string, entry: Entry) {
  const listed = Object.entries(entry.fails).map(([name, shown]) => [
    name,
    ({ code, ...options }: ReplyOptions & { code?: number } = {}) => {
      const one = code === undefined ? shown[0] : shown.find(([, body]) => (body as { code?: number }).code === code)
      if (one) return reply(...one, options)
      throw new TypeError(`fails.${id}.${name}: the contract has no example of it with the code ${code}`)
    },
  ])
  const [first = [200, { code: 0 }] as const] = Object.values(entry.answers)
  const broken: Record<BrokenName, Make> = {
    malformed: (options) => cut(reply(...first, options)),
    noConnection: reset,
    timeOut: hang,
  }
  return Object.entries({ ...broken, ...(Object.fromEntries(listed) as Record<string, Make>) })
}

type Make = (options?: ReplyOptions) => Reply<never>
const each = (makersOf: (id: string, entry: Entry) => readonly (readonly [name: string, make: Make])[]) =>
  Object.fromEntries(
    Object.entries<Entry>(examples).map(([operation, entry]) => [
      operation,
      Object.fromEntries(
        makersOf(operation, entry).map(([name, make]) => [
          name,
          (options?: ReplyOptions) => ({ ...make(options), operation }),
        ]),
      ),
    ]),
  ) as unknown

// Names and types follow from the same examples.
/** Replies of successful calls, from the contract's examples: `answers.getClientData.grace()`. */
export const answers: Answers = /* @__PURE__ */ each((_, entry) =>
  Object.entries(entry.answers).map(([name, [status, body]]) => [
    name,
    ({ edit, ...options }: AnswerOptions = {}) => {
      const data = JSON.parse(JSON.stringify(body)) as Data<OperationId>
      edit?.(data)
      return reply(status, data, options)
    },
  ]),
) as Answers
/** Replies of failed calls: `fails.createOrder.timeIsOver()`. */
export const fails: Fails = /* @__PURE__ */ each(failuresOf) as Fails
