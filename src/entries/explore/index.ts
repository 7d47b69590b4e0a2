export { explore } from './explore.js'
export { everyLogIsSeen, receiptStands } from './invariants/chain.js'
export {
  mostRequests,
  noConsoleError,
  nothingAskedAfter,
  noUnhandledRejection,
} from './invariants/given.js'
export {
  failureIsTrue,
  staysFinal,
  successIsTrue,
  type Wanted,
} from './invariants/outcome.js'
export { everySentIsTold, neverPaidTwice } from './invariants/sent.js'
export {
  always,
  atLast,
  eventually,
  noFlicker,
  reached,
  rightAgain,
} from './invariants/values.js'
export { type WasTrueOptions, wasTrue } from './invariants/wasTrue.js'
export { type MishapsOptions, mishapsOf } from './mishaps/mishapsOf.js'
export type {
  Example,
  Forgetting,
  InnerCallAt,
  Mishap,
  MishapKind,
  Resend,
  UserAct,
} from './model/mishap.js'
export type {
  Acted,
  Body,
  Explored,
  Invariant,
  Look,
  Run,
  Seen,
  Watch,
  Wrong,
} from './model/run.js'
export type {
  Acceptance,
  ExploreOptions,
  PureOptions,
} from './options/options.js'
export {
  type Found,
  formatFound,
  parseFound,
} from './report/found.js'
export type {
  AcceptedFinding,
  Exploration,
  Finding,
  Tally,
} from './report/report.js'
export {
  formatExploration,
  formatFinding,
  formatFindingPages,
} from './report/report.js'
