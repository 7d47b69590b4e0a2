export type {
  ImportCheck,
  ImportChecks,
  ImportReport,
} from './chain/checkImport.js'
export type { ImportParameters } from './chain/importedBlock.js'
export type {
  AccessList,
  AccountParameters,
  AccountsParameters,
  Authorization,
  L1Fees,
  LogParameters,
  PreconfirmParameters,
  TransactionType,
} from './chain/transaction.js'
export type { Clock } from './clock/clock.js'
export { createMockNode } from './createMockNode.js'
export type { MockProvider, ProviderEvents } from './doors/createProvider.js'
export { ProviderRpcError } from './doors/providerError.js'
export { isPresealError, PresealError } from './errors.js'
export type { Fault, Match } from './faults/fault.js'
export type { Address, Hash, Hex } from './hex/hex.js'
export type { BlockSelector } from './hex/selector.js'
export type { MockNode } from './mockNode/mockNode.js'
export type {
  BeatEvent,
  DroppedEvent,
  NodeEvents,
  PreconfirmedEvent,
  ScriptedTransaction,
  SealedEvent,
} from './node/events.js'
export type { Exchange } from './node/exchanges.js'
export type { Snapshot } from './node/snapshot.js'
export type { Outcome } from './rpc/outcome.js'
export type { MockRequest, MockRpcSchema } from './rpc/schema.js'
export type { Handler, HandlerView } from './rpc/view.js'
export { formatScenario } from './timeline/formatScenario.js'
export type { L1AttributesOptions } from './timeline/l1Attributes.js'
export type { HeaderOptions, MockNodeOptions } from './timeline/options.js'
export { parseScenario } from './timeline/parseScenario.js'
export type { Step } from './timeline/step.js'
