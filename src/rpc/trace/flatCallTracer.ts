import type { Address, Hash, Hex } from '../../base/hex/hex.js'
import type { MessageRun } from '../../chain/execution/executeMessage.js'
import type { BlockEnvironment } from '../../engine/engine.js'
import type { Observer } from '../../engine/observer.js'
import { isPrecompile } from '../../engine/precompiles.js'
import { createCallTracer, type TracedCall } from './callTracer.js'
import type { TraceBudget } from './traceBudget.js'

export type FlatCallTracerConfig = {
  readonly convertParityErrors: boolean
  readonly includePrecompiles: boolean
}

/** The place of a message: a call is in no transaction, and so has no place. */
export type TracePlace = {
  readonly blockHash: Hash | null
  readonly blockNumber: number
  readonly transactionHash: Hash | null
  readonly transactionPosition: number
}

/** A frame in the form of geth's `flatCallTracer`, which is Parity's. */
export type FlatCall = {
  action: FlatAction
  blockHash: Hash | null
  blockNumber: number
  error?: string
  result?: FlatResult
  subtraces: number
  traceAddress: number[]
  transactionHash: Hash | null
  transactionPosition: number
  type: 'call' | 'create' | 'suicide'
}

type FlatAction =
  | {
      callType: string
      from: Address
      gas: Hex
      input: Hex
      to: Address
      value: Hex
    }
  | { from: Address; gas: Hex; init: Hex; value: Hex }
  | { address: Address; balance: Hex; refundAddress: Address }

type FlatResult =
  | { gasUsed: Hex; output: Hex }
  | { address?: Address; code: Hex; gasUsed: Hex }

/** All calls of a message in one list, each with its place in the tree. */
export function createFlatCallTracer(
  config: FlatCallTracerConfig,
  budget: TraceBudget,
  block: BlockEnvironment,
  place: TracePlace,
): { observer: Observer; read: (run: MessageRun) => FlatCall[] } {
  const ofCalls = { onlyTopCall: false, withLog: false }
  const { observer, read } = createCallTracer(ofCalls, budget, 0)

  function isLeftOut({ type, to }: TracedCall): boolean {
    return (
      !config.includePrecompiles &&
      (type === 'CALL' || type === 'STATICCALL') &&
      to !== undefined &&
      isPrecompile(to, block)
    )
  }

  function flatten(
    call: TracedCall,
    traceAddress: number[],
    into: FlatCall[],
  ): FlatCall[] {
    const { error } = call
    const calls = (call.calls ?? []).filter((inner) => !isLeftOut(inner))
    const isShown = error === undefined || error === 'execution reverted'
    const { type, action, result } = formatCall(call)
    into.push({
      action,
      blockHash: place.blockHash,
      blockNumber: place.blockNumber,
      ...(error !== undefined && {
        error: config.convertParityErrors ? parityError(error) : error,
      }),
      ...(isShown && result !== undefined && { result }),
      subtraces: calls.length,
      traceAddress,
      transactionHash: place.transactionHash,
      transactionPosition: place.transactionPosition,
      type,
    })
    budget.spend(wordsOfPlace + traceAddress.length / addressesInWord)
    for (const [index, inner] of calls.entries())
      flatten(inner, [...traceAddress, index], into)
    return into
  }

  return { observer, read: (run) => flatten(read(run), [], []) }
}

/** Words of a frame beyond those in the tree of calls. */
const wordsOfPlace = 8
const addressesInWord = 4

function formatCall(
  call: TracedCall,
): Pick<FlatCall, 'type' | 'action'> & { result?: FlatResult } {
  const { from, to, gas, gasUsed, input, output = '0x', value = '0x0' } = call
  switch (call.type) {
    case 'CREATE':
    case 'CREATE2':
      return {
        type: 'create',
        action: { from, gas, init: input, value },
        result: {
          ...(to !== undefined && { address: to }),
          code: output,
          gasUsed,
        },
      }
    case 'SELFDESTRUCT':
      return {
        type: 'suicide',
        action: { address: from, balance: value, refundAddress: to as Address },
      }
    default:
      return {
        type: 'call',
        action: {
          callType: call.type.toLowerCase(),
          from,
          gas,
          input,
          to: to as Address,
          value,
        },
        result: { gasUsed, output },
      }
  }
}

function parityError(error: string): string {
  const [, words] =
    parityErrors.find(([geths]) => error.startsWith(geths)) ?? []
  return words ?? error
}

/** By how geth's words begin, as in its `eth/tracers/native/call_flat.go`. */
const parityErrors: readonly (readonly [string, string])[] = [
  ['contract creation code storage out of gas', 'Out of gas'],
  ['out of gas', 'Out of gas'],
  ['gas uint64 overflow', 'Out of gas'],
  ['max code size exceeded', 'Out of gas'],
  ['invalid jump destination', 'Bad jump destination'],
  ['execution reverted', 'Reverted'],
  ['return data out of bounds', 'Out of bounds'],
  ['stack limit reached', 'Out of stack'],
  ['precompile failed', 'Built-in failed'],
  ['invalid opcode:', 'Bad instruction'],
  ['stack underflow', 'Stack underflow'],
]
