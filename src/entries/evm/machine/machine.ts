import { PresealError } from '../../../base/errors/errors.js'
import {
  type Address,
  delegateOf,
  type Hash,
  toHex,
  toWord,
} from '../../../base/hex/hex.js'
import type { Environment } from '../../../engine/engine.js'
import type { Observer } from '../../../engine/observer.js'
import {
  type Account,
  accountOf,
  codeHexOf,
  readSlot,
  slotOf,
  type World,
  warmAccount,
} from '../../../engine/world/world.js'
import type { Code } from './code.js'
import {
  type End,
  type Frame,
  isCreation,
  look,
  type Precompile,
  type Target,
} from './frame.js'
import { gasLeft, gasOf, type Prices, type Reservoir } from './gas.js'
import { toWide, type Word } from './words.js'

/** Undefined goes on, a text halts and says why, a frame runs before it. */
export type Next = undefined | string | Frame | End

/**
 * The value that an instruction pushes, if it pushes; a text halts and says
 * why.
 */
export type Operation = (
  first: Word,
  second: Word,
  frame: Frame,
  machine: Machine,
) => Word | string

export type Instruction = {
  readonly opcode: number
  readonly name: string
  /** Its fixed price; the instruction takes the rest itself. */
  readonly gas: number
  readonly pops: number
  readonly pushes: number
  readonly run: (frame: Frame, machine: Machine) => Next
  /** How many bytes of the code after it are its own. */
  readonly immediate?: number
  /** The value that it pushes, if the code and its place there determine it. */
  readonly constant?: (bytes: Uint8Array, at: number) => Word
  /** How it moves what is on the stack, if it does no more. */
  readonly arrange?: (stack: unknown[]) => void
  /** The result of an instruction that takes at most two values. */
  readonly operation?: Operation
  /** The same if those values decide, so it is worked out beforehand. */
  readonly pure?: (first: Word, second: Word) => Word
  /** The operation at a place of the code, if it depends on that. */
  readonly byPlace?: (bytes: Uint8Array, at: number) => Operation
  /** A cheaper operation if the second value is this, if there is one. */
  readonly bySecond?: (second: Word) => Operation | undefined
  /**
   * The operation as JavaScript, by what its values are called: when this is
   * so, that is the result.
   */
  readonly shortcut?: (
    first: string,
    second: string,
  ) => readonly [when: string, then: string]
  /** Its two values may change places. */
  readonly isCommutative?: true
  /** It decides where the code goes on. */
  readonly isLast?: true
}

/**
 * Instructions that run one after the other, as long as the code goes the way
 * that it mostly goes. Their gas is checked once for each part, their stack needs
 * for all of them, and moves of values on the stack were worked out beforehand:
 * each value has its place in `values`.
 */
export type Block = {
  /** How many values have to be on the stack. */
  readonly needs: number
  /** How many more than at the beginning there are at most. */
  readonly grows: number
  /** Constants, and room for what the block reads and makes. */
  readonly values: Word[]
  /**
   * The values that it reads from the stack as it finds it; the top is at depth
   * 0.
   */
  readonly reads: readonly { readonly depth: number; readonly to: number }[]
  /** What it does, one after the other. */
  readonly operations: readonly Operation[]
  /** Of each of them: the places of its two values, and of its result. */
  readonly places: Uint16Array
  /** What each of them was made of; operands as places, the top last. */
  readonly sources: readonly {
    readonly instruction: Instruction
    readonly operands: readonly number[]
  }[]
  readonly parts: readonly Part[]
  /** How often it has run. */
  runs: number
  /** The same as a function, once it has run that often. */
  script: Script | undefined
  /** The instruction that runs by the stack of the frame in the end. */
  readonly last: Instruction | undefined
}

export type Script = (frame: Frame, machine: Machine) => Next

/** What runs for any values. */
export type Part = {
  /** The fixed price of the instructions. */
  readonly gas: number
  /** The first of its operations is the one after the part before. */
  operationsEnd: number
  /** Where the code may leave the block; undefined at its end. */
  readonly branch: Branch | undefined
  /** Where it goes on otherwise, in the next part if there is one. */
  readonly end: Place
}

type Branch = {
  readonly value: number
  /** Whether the block goes on if that value is not 0, or if it is. */
  readonly isTaken: boolean
  readonly other: Place
  /** What runs by the stack of the frame before it goes on there. */
  readonly instruction: Instruction | undefined
}

/** A place of the code, and what the block has made of the stack there. */
export type Place = {
  readonly pc: number
  /** How many values it takes off the stack that it found. */
  readonly drops: number
  /** The values that it puts there instead, the top last. */
  readonly leaves: readonly number[]
}

/** By where they begin; how often code came there until there is a block. */
export type Blocks = (Block | number | undefined)[]

/** The rules of a hardfork. */
export type Rules = {
  /** All 256, those without a meaning too. */
  readonly instructions: readonly Instruction[]
  readonly blocks: WeakMap<Code, Blocks>
  /** How often a block has run before it is worth to make a script of it. */
  runsBeforeScript: number
  readonly precompiles: ReadonlyMap<Address, Precompile>
  /** Whom to touch is cheap from the beginning, wherever they were moved. */
  readonly warm: ReadonlyMap<Address, Precompile>
  /** Since Prague code may stand in for that of another account. */
  readonly hasDelegations: boolean
  readonly prices: Prices
  /** In bytes (EIP-170, 7954). */
  readonly maxCode: number
  readonly maxInitcode: number
  /**
   * Since Amsterdam: value that moves writes a log (EIP-7708), what is looked
   * at is listed (7928), storage takes no address (8253), and a contract that
   * destroys itself keeps its balance (8246).
   */
  readonly isAmsterdam: boolean
}

/** State that all frames of one message share. */
export type Machine = Reservoir & {
  readonly world: World
  readonly environment: Environment
  readonly rules: Rules
  readonly observer: Observer | undefined
  /** A reader of state has run it: blocks may be in use, and are left alone. */
  readonly isNested: boolean
  /** Gas that the frames seen by an observer had to spend. */
  readonly observedGas: bigint[]
  /** How much it may compute. */
  readonly computeUnitLimit: number
  /** How much it has computed. */
  computeUnits: number
  /** How many native contracts wait for a call that they made. */
  waitingNatives: number
}

/**
 * Counts what gas does not bound: a precompile takes up to a hundred times as
 * long for its gas as an instruction does.
 */
export function compute(machine: Machine, units: number): void {
  machine.computeUnits += units
  checkUnits(machine)
}

/** Past the limit there is no outcome, so nothing is left half done. */
export function checkUnits({ computeUnits, computeUnitLimit }: Machine): void {
  if (computeUnits > computeUnitLimit)
    throw computeUnitLimitError(computeUnitLimit)
}

/** Thrown if an execution would keep the process busy for too long. */
function computeUnitLimitError(limit: number): PresealError<'GasLimitError'> {
  return new PresealError(
    'GasLimitError',
    `The precompiles that the execution calls take more than ${limit} compute units, each about a microsecond. Give it less to compute; or raise the limit, such as evm({ computeUnitLimit: ${10 * Math.max(limit, 1)} }), or lift it with Infinity.`,
    { reason: 'compute' },
  )
}

/** The price of touching an account (EIP-2929), which is warm afterwards. */
export function accessCost(
  { world, rules }: Machine,
  account: Account,
): number {
  if (account.isWarm || rules.warm.has(account.address)) return gasOf.warmAccess
  warmAccount(world, account)
  return rules.prices.coldAccount
}

/**
 * The code that runs in a call to an account: a precompile, the code of the
 * account, or that of the one it delegates to.
 *
 * @param pay - Pays for the access to that one, which is not looked at before;
 * if it returns false, there is no target.
 */
export function targetOf(
  { world, rules }: Machine,
  account: Account,
  pay: (delegate: Account) => boolean,
): Target | undefined {
  const { address } = account
  const precompile = rules.precompiles.get(address)
  if (precompile) {
    if (rules.isAmsterdam) lookAt(world, account)
    return { address, hex: undefined, precompile }
  }
  const own = codeHexOf(world, account)
  const delegate = rules.hasDelegations ? delegateOf(own) : undefined
  if (delegate === undefined) return { address, hex: own, precompile }
  const other = accountOf(world, delegate)
  if (!pay(other)) return undefined
  if (!rules.precompiles.has(delegate))
    return { address, hex: codeHexOf(world, other), precompile }
  if (rules.isAmsterdam) lookAt(world, other)
  return { address, hex: '0x', precompile }
}

/** Whatever is read of an account puts it into the block's access list. */
export function lookAt(world: World, account: Account): void {
  codeHexOf(world, account)
}

const emitter: Address = '0xfffffffffffffffffffffffffffffffffffffffe'
/** Of Transfer(address,address,uint256). */
const topic: Hash =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Value that moves to somebody else writes a log (EIP-7708). */
export function logTransfer(
  { world, rules, observer }: Machine,
  from: Account,
  to: Account,
  wei: bigint,
): void {
  if (!rules.isAmsterdam || wei === 0n || from === to) return
  const topics = [topic, toTopic(from), toTopic(to)]
  const written = { address: emitter, topics, data: toWord(wei) }
  world.logs.push(written)
  observer?.log?.(written)
}

function toTopic({ address }: Account): Hash {
  return `0x${address.slice(2).padStart(64, '0')}`
}

export function observeBegin(machine: Machine, frame: Frame): void {
  const { observer, observedGas } = machine
  if (observer === undefined) return
  const { type, account, caller, target, value, depth } = frame
  const gas = gasLeft(frame)
  observedGas.push(gas)
  observer.enter?.({
    type,
    from: callerOf(type, account, caller),
    to: target.address,
    value,
    input: () => toHex(isCreation(frame) ? frame.code.bytes : frame.input),
    gas,
    depth,
  })
}

/** The caller: delegated code calls as somebody else. */
function callerOf(
  type: Frame['type'],
  account: Account,
  caller: Account,
): Address {
  return type === 'DELEGATECALL' ? account.address : caller.address
}

export function observeEnd(machine: Machine, frame: Frame, end: End): void {
  const { observer, observedGas } = machine
  if (observer === undefined) return
  const { status, output, reason } = end
  const given = observedGas.pop() ?? 0n
  const error = status === 'reverted' ? 'execution reverted' : reason
  observer.exit?.({
    output: toHex(output),
    gasUsed: given - gasLeft(frame),
    ...(error !== undefined && { error }),
  })
}

/**
 * Reports an instruction before it runs, and returns the receiver of its cost.
 */
export function observeStep(
  { observer, world }: Machine,
  frame: Frame,
  { opcode, name }: Instruction,
): ((gasCost: bigint) => void) | undefined {
  const { account, pc, depth, stack, memory } = frame
  return observer?.step?.({
    pc,
    opcode,
    name,
    gas: gasLeft(frame),
    depth,
    address: account.address,
    refund: BigInt(world.refund),
    stack: () => stack.map((word) => toWord(toWide(word))),
    peek: (depth) => {
      const word = stack[stack.length - 1 - depth]
      return word === undefined ? undefined : toWord(toWide(word))
    },
    memory: () => toHex(look(memory, 0, memory.size)),
    returnData: () => toHex(frame.returnData),
    slot: (key) => {
      const word = BigInt(key)
      return toWord(readSlot(world, account, word, slotOf(account, word)))
    },
  })
}
