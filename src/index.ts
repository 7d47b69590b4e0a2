export type { MockNode } from './api/mockNode.js'
export type {
  ImportCheck,
  ImportChecks,
  ImportReport,
} from './chain/intents/checkImport.js'
export type { ImportParameters } from './chain/model/importedBlock.js'
export type {
  AccountParameters,
  AccountsParameters,
  L1Fees,
  LogParameters,
  PreconfirmParameters,
} from './chain/model/transaction.js'
export type { Clock } from './clock/clock.js'
export type { AccessList, Authorization } from './codec/transaction.js'
export type { TransactionType } from './codec/transactionTypes.js'
export { createMockNode } from './createMockNode.js'
export type {
  FailingFault,
  Gate,
  HoldParameters,
  UnansweredRequest,
  WaitingRequest,
} from './dispatch/gate.js'
export type { MockProvider, ProviderEvents } from './doors/createProvider.js'
export { ProviderRpcError } from './doors/providerError.js'
export type {
  Contract,
  Erc20Contract,
  NativeContract,
} from './engine/contract.js'
export type {
  Native,
  NativeCall,
  NativeFrame,
  NativeResult,
} from './engine/engine.js'
export {
  type AnyPresealError,
  isPresealError,
  PresealError,
  type PresealErrorName,
  type Problem,
} from './errors/errors.js'
export type { Fault, Match } from './faults/fault.js'
export type { InclusionRule } from './faults/inclusionRule.js'
export type { Address, Hash, Hex } from './hex/hex.js'
export type { BlockSelector } from './hex/selector.js'
export type { HeaderOptions } from './options/header.js'
export type { MockNodeOptions } from './options/options.js'
export type { Exchange, Saw } from './rpc/answers/exchanges.js'
export type { Outcome } from './rpc/answers/outcome.js'
export type { Handler, HandlerView } from './rpc/handler.js'
export type { MockRequest, MockRpcSchema } from './rpc/schema.js'
export type {
  BeatEvent,
  DroppedEvent,
  NodeEvents,
  PreconfirmedEvent,
  ReorgedEvent,
  ScriptedTransaction,
  SealedEvent,
} from './runtime/events/nodeEvents.js'
export type { Snapshot } from './runtime/moment/snapshot.js'
export type { Step, StepNow } from './runtime/steps/steps.js'
export type {
  Story,
  StoryBeat,
  StoryEvent,
  StoryFault,
} from './runtime/story/story.js'
export { formatScenario } from './scenario/formatScenario.js'
export { parseScenario } from './scenario/parseScenario.js'
export type { L1AttributesOptions } from './schema/l1Attributes.js'
export type { TransactionName } from './schema/transactionName.js'
