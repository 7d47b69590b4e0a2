export { type ContractParameters, contract } from './contract.js'
export { type EnsNames, type EnsRecord, ens } from './ens.js'
export { erc20 } from './erc20.js'
export type { Erc721Parameters } from './erc721.js'
export { erc721 } from './erc721.js'
export { permit2, permit2Address } from './permit2.js'
export type { ContractState } from './state.js'
export { slotOf } from './state.js'
export type {
  CallFn,
  ContractFunctions,
  ContractMessage,
  FunctionContext,
} from './types.js'
