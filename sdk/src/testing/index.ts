export { mswHandlers, stubFetch, stubPage, type MswHttp, type PlaywrightPage, type StubFetch } from './adapters.ts'
export {
  answers,
  cut,
  fails,
  hang,
  reset,
  type AnswerOptions,
  type Answers,
  type Fails,
  type Reply,
  type ReplyOptions,
} from './reply.ts'
export type { Made, Stubs } from './stub.ts'
