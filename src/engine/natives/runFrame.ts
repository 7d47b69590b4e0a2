import { type Hex, isEmptyHex } from '../../base/hex/hex.js'
import type { NativeCall, NativeResult } from '../engine.js'
import type { FrameType } from '../observer.js'
import { precompileAt } from '../precompiles.js'
import { delegateOf } from '../world/delegation.js'
import { type NativeHost, runNative } from '../world/runNative.js'
import {
  type Account,
  accountOf,
  balanceOf,
  beginContract,
  change,
  checkpoint,
  codeHexOf,
  isTaken,
  rollBack,
  transfer,
} from '../world/world.js'
import { noEngineError } from './noEngineError.js'

/** State that all frames of a message share. */
export type Host = NativeHost

/** A call, or the creation that a message is. */
export type Frame = {
  readonly type: Extract<FrameType, 'CALL' | 'STATICCALL' | 'CREATE'>
  readonly depth: number
  readonly isStatic: boolean
  readonly caller: Account
  readonly account: Account
  readonly value: bigint
  readonly input: Hex
  readonly gas: bigint
}

/** Runs a frame and all within it; its gas is what it used with them. */
export function runFrame(host: Host, frame: Frame): NativeResult {
  const { observer } = host
  const { type, caller, account, value, input, gas, depth } = frame
  if (observer === undefined) return begin(host, frame)
  const [from, to] = [caller.address, account.address]
  const told = { type, from, to, value, input: () => input, gas, depth }
  observer.enter?.(told)
  const ended = begin(host, frame)
  const { output, gasUsed, halt, status } = ended
  const error =
    status === 'success' ? undefined : (halt ?? 'execution reverted')
  observer.exit?.({ output, gasUsed, ...(error !== undefined && { error }) })
  return ended
}

/** A refused call costs its caller nothing, and changes nothing. */
function begin(host: Host, frame: Frame): NativeResult {
  const { world } = host
  const { caller, value, gas } = frame
  if (value !== 0n && balanceOf(world, caller) < value)
    return failed('insufficient balance for transfer', 0n)
  const before = checkpoint(world)
  const result =
    frame.type === 'CREATE' ? create(host, frame) : call(host, frame)
  if (result.status !== 'success') rollBack(world, before)
  return result.halt === undefined ? result : failed(result.halt, gas)
}

function create({ world }: Host, frame: Frame): NativeResult {
  const { account, caller, value, input } = frame
  if (isTaken(world, account)) return failed('contract address collision', 0n)
  if (!isEmptyHex(input)) throw noEngineError({ type: 'creation' })
  beginContract(world, caller, account, value)
  return done
}

function call(host: Host, frame: Frame): NativeResult {
  const { world, environment } = host
  const { type, account, caller, value, input } = frame
  if (type === 'STATICCALL') change(world, account, 'isTouched', true)
  else transfer(world, caller, account, value)
  const { address } = account
  const isPrecompile = precompileAt(address, environment) !== null
  if (isPrecompile && !isEmptyHex(input))
    throw noEngineError({ type: 'precompile', address, input })
  const code = codeToRun(host, account)
  if (isEmptyHex(code)) return done
  const native = code.startsWith('0xfe')
    ? environment.native?.(code)
    : undefined
  if (native === undefined)
    throw noEngineError({ type: 'bytecode', address, input })
  const meter = { left: frame.gas }
  const result = runNative(host, native, {
    account,
    caller,
    codeAddress: address,
    value,
    input,
    isStatic: frame.isStatic,
    gas: frame.gas,
    gasLeft: () => meter.left,
    call: (call) => {
      const child = within(host, frame, call, meter.left)
      const answer = runFrame(host, child)
      meter.left -= answer.gasUsed
      return answer
    },
  })
  const gasUsed = frame.gas - meter.left + result.gasUsed
  return { ...result, gasUsed }
}

function within(
  { world }: Host,
  frame: Frame,
  call: NativeCall,
  left: bigint,
): Frame {
  const { to, value = 0n, input = '0x', isStatic = false, gas = left } = call
  return {
    type: isStatic ? 'STATICCALL' : 'CALL',
    depth: frame.depth + 1,
    isStatic: isStatic || frame.isStatic,
    caller: frame.account,
    account: accountOf(world, to),
    value,
    input,
    gas: gas < left ? gas : left,
  }
}

/** Its own, or that of the account it delegates to (EIP-7702). */
function codeToRun({ world, environment }: Host, account: Account): Hex {
  const own = codeHexOf(world, account)
  if (environment.hardfork === 'cancun') return own
  const delegate = delegateOf(own)
  if (delegate === undefined) return own
  if (precompileAt(delegate, environment) !== null) return '0x'
  return codeHexOf(world, accountOf(world, delegate))
}

const done: NativeResult = { status: 'success', output: '0x', gasUsed: 0n }

function failed(halt: string, gasUsed: bigint): NativeResult {
  return { status: 'reverted', halt, output: '0x', gasUsed }
}
