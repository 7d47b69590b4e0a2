export { explore } from './explore.js'
export { always } from './invariants/always.js'
export { atLast } from './invariants/atLast.js'
export { eventually } from './invariants/eventually.js'
export { everySentIsTold } from './invariants/everySentIsTold.js'
export { includedOnce } from './invariants/includedOnce.js'
export { mostRequests } from './invariants/mostRequests.js'
export { noConsoleError } from './invariants/noConsoleError.js'
export { noFlicker } from './invariants/noFlicker.js'
export { nothingAskedAfter } from './invariants/nothingAskedAfter.js'
export { noUnhandledRejection } from './invariants/noUnhandledRejection.js'
export { rightAgain } from './invariants/rightAgain.js'
export { staysFinal, type Wanted } from './invariants/staysFinal.js'
export { type WasTrueOptions, wasTrue } from './invariants/wasTrue.js'
export { type MishapsOptions, mishapsOf } from './mishaps/mishapsOf.js'
export type { Body, Explored, Watch } from './model/body.js'
export type {
  AcceptedFinding,
  Exploration,
  Finding,
  Tally,
} from './model/exploration.js'
export type {
  InnerCallAt,
  Mishap,
  MishapKind,
  UserAct,
} from './model/mishap.js'
export type {
  Acted,
  Invariant,
  Look,
  Run,
  Seen,
  Wrong,
} from './model/run.js'
export type {
  Acceptance,
  ExploreOptions,
  PureOptions,
} from './options/options.js'
export { formatExploration } from './report/formatExploration.js'
export { formatFinding } from './report/formatFinding.js'
export {
  type Found,
  formatFound,
  parseFound,
} from './report/found.js'
