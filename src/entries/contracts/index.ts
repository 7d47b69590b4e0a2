export { type ContractParameters, contract } from './contract.js'
export { erc20 } from './erc20.js'
export { erc721 } from './erc721.js'
export type { Erc721Parameters } from './erc721Parameters.js'
export { slotOf } from './slot.js'
export type { ContractState } from './state.js'
export type {
  CallFn,
  ContractFunctions,
  ContractMessage,
  FunctionContext,
} from './types.js'
