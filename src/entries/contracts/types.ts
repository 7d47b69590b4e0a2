import type {
  Abi,
  AbiParameter,
  AbiParameterToPrimitiveType,
  AbiStateMutability,
  Address,
  ContractErrorArgs,
  ContractErrorName,
  ContractEventName,
  ContractFunctionArgs,
  ContractFunctionName,
  ContractFunctionReturnType,
  Hex,
} from 'viem'
import type { NativeFrame, NativeResult } from '../../index.js'
import type { ContractState } from './state.js'

/** The argument of a contract's function, as one object. */
export type FunctionContext<abi extends Abi, args = readonly unknown[]> = {
  /** The arguments, as viem decodes them. */
  readonly args: args
  readonly state: ContractState
  readonly message: ContractMessage
  /** Values of the block and the transaction, as opcodes return them. */
  readonly block: NativeFrame['environment']
  readonly call: CallFn
  /**
   * Writes a log: `emit('Transfer', { from, to, value })`, or with the
   * arguments in a list.
   */
  emit<name extends ContractEventName<abi>>(
    name: name,
    args?: EventArgs<abi, name>,
  ): void
  /**
   * Ends the call and undoes its effects, with an error of the ABI and its
   * arguments, `revert('Paused', [7n])`, or with a reason, `revert('no')`.
   */
  revert<name extends ContractErrorName<abi> | (string & {})>(
    name?: name,
    args?: ErrorArgs<abi, name>,
  ): never
}

/** The call that a function answers. */
export type ContractMessage = {
  readonly from: Address
  /** The contract; under DELEGATECALL, the contract that delegates. */
  readonly to: Address
  /** wei */
  readonly value: bigint
  readonly data: Hex
  readonly gas: bigint
  /** Whether writes are forbidden (STATICCALL). */
  readonly isStatic: boolean
}

/** Calls another contract, or pays an account. */
export type CallFn = {
  /**
   * Returns the decoded result. If the call fails, the calling function fails
   * with the same error.
   */
  <
    const abi extends Abi,
    name extends ContractFunctionName<abi>,
    const args extends ContractFunctionArgs<abi, AbiStateMutability, name>,
  >(
    parameters: {
      address: Address
      abi: abi
      functionName: name
      value?: bigint | undefined
    } & (readonly [] extends args
      ? { args?: args | undefined }
      : { args: args }),
  ): ContractFunctionReturnType<abi, AbiStateMutability, name, args>
  /** Returns the outcome, also of a call that failed. */
  (parameters: {
    to: Address
    value?: bigint | undefined
    data?: Hex | undefined
    gas?: bigint | undefined
    isStatic?: boolean | undefined
  }): NativeResult
}

type EventArgs<abi extends Abi, name extends ContractEventName<abi>> =
  | NamedValues<Extract<abi[number], { type: 'event'; name: name }>['inputs']>
  | readonly unknown[]

type NamedValues<inputs extends readonly AbiParameter[]> = {
  readonly [input in inputs[number] as input['name'] &
    string]: AbiParameterToPrimitiveType<input, 'inputs'>
}

type ErrorArgs<abi extends Abi, name> =
  name extends ContractErrorName<abi>
    ? ContractErrorArgs<abi, name>
    : readonly unknown[]

/**
 * Implementations of the functions of an ABI, with its arguments and results.
 */
export type ContractFunctions<abi extends Abi> = {
  readonly [name in ContractFunctionName<abi>]?:
    | ContractFunction<
        FunctionContext<
          abi,
          ContractFunctionArgs<abi, AbiStateMutability, name>
        >,
        Extract<abi[number], { type: 'function'; name: name }>['outputs']
      >
    | undefined
}

type ContractFunction<
  context,
  outputs extends readonly AbiParameter[],
> = outputs extends readonly []
  ? (context: context) => void
  : (context: context) => Returned<outputs>

/** One value, or several in a list. */
type Returned<outputs extends readonly AbiParameter[]> =
  outputs extends readonly [infer one extends AbiParameter]
    ? AbiParameterToPrimitiveType<one, 'outputs'>
    : number extends outputs['length']
      ? unknown
      : {
          readonly [at in keyof outputs]: outputs[at] extends AbiParameter
            ? AbiParameterToPrimitiveType<outputs[at], 'outputs'>
            : never
        }
