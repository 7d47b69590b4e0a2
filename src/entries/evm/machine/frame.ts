import type { Address, Hex } from '../../../base/hex/hex.js'
import type { FrameType } from '../../../engine/observer.js'
import {
  type Account,
  balanceOf,
  type Checkpoint,
  nonceOf,
  type World,
} from '../../../engine/world/world.js'
import { type Code, createCode } from './code.js'
import { charge, type Gas, gasOf, type Meter } from './gas.js'
import { viewOf, type Word } from './words.js'

/** A contract of the protocol: its price is paid before it runs. */
export type Precompile = {
  readonly gas: (input: Uint8Array) => number
  /** How much it computes, in units of about a microsecond on Node 20. */
  readonly units: (input: Uint8Array) => number
  /**
   * Undefined when the input is wrong, which consumes all gas. The returned
   * bytes outlive the input, and share no bytes with it.
   */
  readonly run: (input: Uint8Array) => Uint8Array | undefined
}

/**
 * The target of a frame: an account's code, or a precompile at that address.
 */
export type Target = {
  readonly address: Address
  /** Initcode has no hex: no account holds it. */
  readonly hex: Hex | undefined
  readonly precompile: Precompile | undefined
}

type FrameParameters = {
  readonly type: Exclude<FrameType, 'SELFDESTRUCT'>
  /** Undefined is the message, or a call that a native contract makes. */
  readonly parent: Frame | undefined
  /** 0 is the message. */
  readonly depth: number
  readonly isStatic: boolean
  readonly caller: Account
  /** The account whose balance and storage it uses. */
  readonly account: Account
  readonly target: Target
  /** The result of CALLVALUE: under DELEGATECALL nothing moves. */
  readonly value: bigint
  /** Part of its parent's memory, so it is gone when the frame has ended. */
  readonly input: Uint8Array
  /** The code, analysed only when it is about to run. */
  code: Code
  /** The place in its memory where the parent wants the return data. */
  readonly outputAt: number
  readonly outputLength: number
}

export type Frame = FrameParameters &
  Meter & {
    readonly kind: 'frame'
    pc: number
    /** Gas that the parent frame gave from its own. */
    handed: number
    /**
     * How much less gas it could have begun with so far; undefined if unknown,
     * as it is wherever gas has a reserve.
     */
    spare: number | undefined
    /** The top is last. */
    readonly stack: Word[]
    readonly memory: Memory
    returnData: Uint8Array
    checkpoint: Checkpoint | undefined
    /** What the reservoir goes back to if it fails; undefined before it begins. */
    baseline: bigint | undefined
    /** Whether its parent has paid for the account that it brings into being. */
    hasNewAccount: boolean
  }

export type End = {
  readonly kind: 'end'
  /**
   * `halted` has consumed all gas. `refused` never began, and cost nothing:
   * too deep, or too poor.
   */
  readonly status: 'success' | 'reverted' | 'halted' | 'refused'
  readonly output: Uint8Array
  /** Why it halted or was refused. */
  readonly reason: string | undefined
}

export const none = new Uint8Array(0)
export const noCode = createCode(none)

export function createFrame(parameters: FrameParameters): Frame {
  const { type, parent, depth, isStatic, caller, account } = parameters
  const { target, value, input, code, outputAt, outputLength } = parameters
  return {
    kind: 'frame',
    type,
    parent,
    depth,
    isStatic,
    caller,
    account,
    target,
    value,
    input,
    code,
    outputAt,
    outputLength,
    gas: 0,
    reserve: 0n,
    spilled: 0,
    pc: 0,
    handed: 0,
    spare: Number.POSITIVE_INFINITY,
    stack: [],
    memory: takeMemory(),
    returnData: none,
    checkpoint: undefined,
    baseline: undefined,
    hasNewAccount: false,
  }
}

export function isCreation({ type }: FrameParameters): boolean {
  return type === 'CREATE' || type === 'CREATE2'
}

const stopped: End = {
  kind: 'end',
  status: 'success',
  output: none,
  reason: undefined,
}

export function succeed(output: Uint8Array = none): End {
  return output.length === 0
    ? stopped
    : { kind: 'end', status: 'success', output, reason: undefined }
}

export function revert(output: Uint8Array): End {
  return { kind: 'end', status: 'reverted', output, reason: undefined }
}

export function halt(reason: string): End {
  return { kind: 'end', status: 'halted', output: none, reason }
}

export function refuse(reason: string): End {
  return { kind: 'end', status: 'refused', output: none, reason }
}

/** Whatever looks at the gas itself may go another way with less. */
export function hideSpare(frame: Frame): void {
  frame.spare = undefined
}

/** To be asked before gas comes back to a frame that goes on. */
export function spareAtRefill(frame: Frame): void {
  take(frame, frame.gas)
}

/** A write to storage wants more left than a transfer hands over (EIP-2200). */
export function spareAtWrite(frame: Frame): void {
  take(frame, frame.gas - (gasOf.stipend + 1))
}

/**
 * A call wants of its caller what it needs, and a 63rd more (EIP-150). To be
 * asked before the child gives back what it has left, and what it was given for
 * the value that it was sent.
 */
export function spareAtCall(parent: Frame, child: Frame, end: End): void {
  const spare = spareOf(child)
  // A halt takes all the gas, however much that is.
  if (spare === undefined || end.status === 'halted') {
    hideSpare(parent)
    return
  }
  const { handed } = child
  const needed = handed - spare
  const least = needed > 0 ? needed + Math.floor((needed - 1) / 63) : 0
  take(parent, parent.gas + handed - least)
}

/**
 * How much less gas a frame could have begun with and have gone the same way,
 * if that is known: it has as much left.
 */
export function spareOf(frame: Frame): number | undefined {
  take(frame, frame.gas)
  return frame.spare
}

function take(frame: Frame, spare: number): void {
  if (frame.reserve !== 0n) hideSpare(frame)
  else if (frame.spare !== undefined && spare < frame.spare) frame.spare = spare
}

const maxDepth = 1_024
const maxNonce = 2n ** 64n - 1n

/** Why a frame does not even begin: its caller pays nothing and goes on. */
export function refusalOf(world: World, frame: Frame): string | undefined {
  const { type, depth, caller, value, parent } = frame
  if (depth > maxDepth) return 'max call depth exceeded'
  const moves = type !== 'DELEGATECALL' && value !== 0n
  if (moves && balanceOf(world, caller) < value)
    return 'insufficient balance for transfer'
  if (isCreation(frame) && parent && nonceOf(world, caller) >= maxNonce)
    return 'nonce uint64 overflow'
  return undefined
}

/** Grows by doubling, so `size`, what the machine sees, is at most that. */
export type Memory = { bytes: Uint8Array; view: DataView; size: number }

/**
 * In bytes. Gas that is free, as in a call with an enormous limit, could ask
 * for more than a process has.
 */
const maxSize = 2 ** 30

const noneView = viewOf(none)

/**
 * Frames come and go by the thousand, and buffers are dear to make. The deepest
 * frames leave a thousand, so only small ones are kept.
 */
const spare: Memory[] = []
const maxSpareSize = 16_384

function takeMemory(): Memory {
  return spare.pop() ?? { bytes: none, view: noneView, size: 0 }
}

/** For the next frame: nothing may look at it any more. */
export function leaveMemory(memory: Memory): void {
  const { bytes, size } = memory
  if (bytes.length > maxSpareSize) return
  bytes.fill(0, 0, size)
  memory.size = 0
  spare.push(memory)
}

/** The size, in whole words, that covers a range; Infinity past all limits. */
function sizeFor(at: number, length: number): number {
  if (length === 0) return 0
  const end = at + length
  return end > maxSize ? Infinity : Math.ceil(end / 32) * 32
}

function gasFor(size: number): number {
  const words = size / 32
  return 3 * words + Math.floor((words * words) / 512)
}

function grow(memory: Memory, size: number): void {
  if (size > memory.bytes.length) {
    const bytes = new Uint8Array(Math.max(size, 2 * memory.bytes.length, 1_024))
    bytes.set(memory.bytes)
    memory.bytes = bytes
    memory.view = viewOf(bytes)
  }
  memory.size = size
}

/** A copy with a buffer of its own takes several times as long to make. */
let shelf = none
let taken = 0
const shelfSize = 65_536
/** A shorter copy has no buffer: the platform keeps it in the object itself. */
const longestOwn = 64

/** A copy, since what it was taken from goes on changing. */
export function load(
  { bytes }: Memory,
  at: number,
  length: number,
): Uint8Array {
  if (length <= longestOwn || length > shelfSize / 16)
    return bytes.slice(at, at + length)
  if (taken + length > shelf.length) {
    shelf = new Uint8Array(shelfSize)
    taken = 0
  }
  const copy = shelf.subarray(taken, taken + length)
  copy.set(bytes.subarray(at, at + length))
  taken += length
  return copy
}

/** The bytes that stand there now, and no longer once somebody writes to it. */
export function look(
  { bytes }: Memory,
  at: number,
  length: number,
): Uint8Array {
  return bytes.subarray(at, at + length)
}

/** Copies from `source`, and zeros if it has ended. */
export function store(
  { bytes }: Memory,
  at: number,
  source: Uint8Array,
  from: number,
  length: number,
): void {
  const end = Math.min(source.length, from + length)
  const copied = Math.max(0, end - from)
  const isWhole = copied === source.length
  if (copied > 0) bytes.set(isWhole ? source : source.subarray(from, end), at)
  if (copied < length) bytes.fill(0, at + copied, at + length)
}

/** Pays for memory to cover a range, and grows it. */
export function expand(
  frame: Gas & { readonly memory: Memory },
  at: number,
  length: number,
): boolean {
  const { memory } = frame
  const size = sizeFor(at, length)
  if (size <= memory.size) return true
  if (!charge(frame, gasFor(size) - gasFor(memory.size))) return false
  grow(memory, size)
  return true
}
