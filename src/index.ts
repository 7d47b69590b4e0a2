export type { MockNode } from './api/mockNode.js'
/** @internal */
export { testNode } from './api/testNode.js'
export type { Clock } from './base/clock/clock.js'
export type { AccessList, Authorization } from './base/codec/envelope.js'
export type { TransactionType } from './base/codec/transactionTypes.js'
export {
  type AnyPresealError,
  isPresealError,
  PresealError,
  type PresealErrorName,
  type Problem,
} from './base/errors/errors.js'
export type { Address, BlockSelector, Hash, Hex } from './base/hex/hex.js'
export type { Fork, ForkRecord } from './chain/fork/fork.js'
export type { Missing } from './chain/fork/missing.js'
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
export { createMockNode } from './createMockNode.js'
export type { MockProvider, ProviderEvents } from './doors/createProvider.js'
export type {
  FailingFault,
  Gate,
  UnansweredRequest,
  WaitingRequest,
} from './doors/dispatch/dispatcher.js'
export type { ProviderRpcError } from './doors/doorErrors.js'
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
export type { Match } from './node/faults/faultType.js'
export type {
  Fault,
  HoldParameters,
  RequestFault,
  TransactionFault,
} from './node/faults/faultTypes.js'
export type {
  HeaderOptions,
  L1AttributesOptions,
  MockNodeOptions,
  Profile,
  ProfileOptions,
} from './node/options/options.js'
export type {
  BeatEvent,
  DroppedEvent,
  NodeEvents,
  PreconfirmedEvent,
  ReorgedEvent,
  ScriptedTransaction,
  SealedEvent,
  SocketEvent,
} from './node/runtime/events/nodeEvents.js'
export type { Snapshot } from './node/runtime/state/snapshot.js'
export type { Step, StepNow } from './node/runtime/steps/steps.js'
export type {
  StoryBeat,
  StoryEvent,
  StoryFault,
} from './node/runtime/story/storyAccess.js'
export { formatScenario } from './node/scenario/formatScenario.js'
export { parseScenario } from './node/scenario/parseScenario.js'
export type { Disconnection } from './node/schema/disconnection.js'
export type { TransactionName } from './node/schema/transactionName.js'
export type { AnsweredRequest, Saw } from './rpc/answers/answeredRequest.js'
export type { Outcome } from './rpc/answers/outcome.js'
export type {
  Handler,
  HandlerView,
  MockRequest,
  MockRpcSchema,
} from './rpc/schema.js'
export type { StandingSubscription } from './rpc/view/subscriptions.js'
