import {
  type Abi,
  type AbiEvent,
  type Address,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeErrorResult,
  encodeEventTopics,
  encodeFunctionData,
  getAddress,
  type Hex,
} from 'viem'
import type { NativeCall, NativeFrame, NativeResult } from '../../index.js'
import { createState } from './state.js'
import type { CallFn, FunctionContext } from './types.js'

type Parts = {
  readonly abi: Abi
  readonly frame: NativeFrame
  /** gas that the function itself takes, which its calls leave. */
  readonly gas: bigint
  readonly args: readonly unknown[]
  /** Throws if the function may not write, by whom it was asked to. */
  readonly checkWrite: (writing: unknown) => void
}

/** The argument of a function. */
export function createContext({
  abi,
  frame,
  gas,
  args,
  checkWrite,
}: Parts): FunctionContext<Abi> {
  const { caller, address, value, input, isStatic } = frame
  const context: FunctionContext<Abi> = {
    args,
    state: createState(frame, checkWrite),
    message: {
      from: getAddress(caller),
      to: getAddress(address),
      value,
      data: input,
      gas: frame.gas,
      isStatic,
    },
    block: frame.environment,
    call: createCall(frame, gas),
    emit(name, given = []) {
      checkWrite(context.emit)
      const event = findEvent(abi, name, given)
      const values = event.inputs.map((input, index) =>
        Array.isArray(given)
          ? given[index]
          : (given as Record<string, unknown>)[input.name ?? ''],
      )
      const pick = (isIndexed: boolean) => (_: unknown, index: number) =>
        (event.inputs[index]?.indexed ?? false) === isIndexed
      // viem infers what belongs to an ABI that is literal; this one is not, and
      // so it is below.
      const topics = encodeEventTopics({
        abi: [event],
        eventName: event.name,
        args: values.filter(pick(true)),
      } as never)
      const data = encodeAbiParameters(
        event.inputs.filter(pick(false)),
        values.filter(pick(false)),
      )
      frame.emit(topics as Hex[], data)
    },
    revert(name, given) {
      throw new Reverted(encodeError(abi, name, given as readonly unknown[]))
    },
  }
  return context
}

type TypedCall = {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args?: readonly unknown[]
  readonly value?: bigint
}

function createCall(frame: NativeFrame, gas: bigint): CallFn {
  let left = frame.gas - gas
  const send = (call: NativeCall): NativeResult => {
    const wanted = call.gas ?? left
    const to = call.to.toLowerCase() as Hex
    const result = frame.call({
      ...call,
      to,
      gas: wanted < left ? wanted : left,
    })
    left -= result.gasUsed
    return result
  }
  const call = (parameters: object) => {
    if (!('abi' in parameters)) {
      const { data, ...rest } = parameters as NativeCall & { data?: Hex }
      return send({ ...rest, input: data })
    }
    const { address, abi, functionName, args, value } = parameters as TypedCall
    // As above.
    const item = { abi, functionName, args } as never
    const input = encodeFunctionData(item)
    const { status, output } = send({ to: address, value, input })
    if (status !== 'success') throw new Reverted(output)
    return decodeFunctionResult({ ...(item as object), data: output } as never)
  }
  return call as CallFn
}

function findEvent(abi: Abi, name: string, given: unknown): AbiEvent {
  const events = abi.filter(
    (item): item is AbiEvent => item.type === 'event' && item.name === name,
  )
  const fits = ({ inputs }: AbiEvent) =>
    Array.isArray(given)
      ? inputs.length === given.length
      : inputs.every((input) => Object.hasOwn(Object(given), input.name ?? ''))
  const event = events.find(fits) ?? events[0]
  if (event === undefined)
    throw new TypeError(`The ABI has no event ${name}. Add it to "abi".`)
  return event
}

/** The data of an error of the ABI, or of the reason that a text is. */
function encodeError(
  abi: Abi,
  name: string | undefined,
  args: readonly unknown[] | undefined,
): Hex {
  if (name === undefined) return '0x'
  const declared = abi.some(
    (item) => item.type === 'error' && item.name === name,
  )
  if (declared)
    // As above.
    return encodeErrorResult({ abi, errorName: name, args } as never)
  if (args !== undefined)
    throw new TypeError(`The ABI has no error ${name}. Add it to "abi".`)
  return encodeErrorResult({ abi: reasonAbi, errorName: 'Error', args: [name] })
}

const reasonAbi = [
  {
    type: 'error',
    name: 'Error',
    inputs: [{ name: 'reason', type: 'string' }],
  },
] as const

/** Leaves a function; whoever runs it makes a revert of it. */
export class Reverted extends Error {
  readonly data: Hex

  constructor(data: Hex) {
    super(
      'The call reverts: revert throws this error to leave the function, so do not catch it.',
    )
    this.data = data
  }
}
