/** The only reader of the contract: all tools import it from here. */
export type { Bundle, Catalogue, CounterOffer, LaterPrice, LaterPriceRules } from './catalogue.ts'
export { allowRefsHelp, DescriptionFiles, NotRead, readDescriptionFile, type RefOptions } from './description-files.ts'
export type {
  Body,
  Cache,
  Code,
  Content,
  Contract,
  ContractDocument,
  FailureEntry,
  Media,
  Method,
  Operation,
  Outcome,
  Parameter,
  Provenance,
  Response,
  Retry,
  RootFailureEntry,
  Schema,
  ShownExample,
  Style,
  Validity,
} from './document.ts'
export { durationMs, milliseconds } from './durations.ts'
export { ownOutcome, ownOutcomes, withDerivedParts, withOwnOutcomes } from './derived-parts.ts'
export { expressionOf, strictPatternOf } from './expression.ts'
export { codeOf, type Example, examplesOf, examplesOfRequest, neededExamples } from './examples.ts'
export {
  codesOf,
  commonFailures,
  type Failure,
  failureOf,
  failuresOf,
  isListed,
  matchesAnswer,
  meaningOf,
  statusesOf,
} from './failures.ts'
export { gracePriceKopecks, priceKopecks, type Subscription } from './grace-price.ts'
export { list } from './list.ts'
export { loadBundled, loadCatalogue, loadContent, loadContract, loadDocument, loadOutcomes } from './load.ts'
export {
  acceptedAnswers,
  type Call,
  callsOf,
  dataSchema,
  idempotencyKey,
  isAnonymous,
  jsonIn,
  parametersOf,
  partsOf,
  requestSchema,
  resolved,
  schemaAt,
  schemaName,
} from './operations.ts'
export { withoutIds } from './plain-words.ts'
export { plainRendering } from './plain.ts'
export { lineAt, type Place, Places } from './places.ts'
export { fileOf, isFileRef } from './source-lines.ts'
export { type AssumedPart, assumedParts, isAssumed } from './provenance.ts'
export { rejects } from './validity.ts'
export { valueAt } from './value-at.ts'
export { type Answer, bodiesOf, judge, placesOf, typesOf, verdictOf } from './verdict.ts'
export { visible } from './visible.ts'
