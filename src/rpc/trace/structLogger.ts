import {
  type Address,
  type Hash,
  type Hex,
  toQuantity,
} from '../../base/hex/hex.js'
import type { MessageRun } from '../../chain/execution/executeMessage.js'
import type { Observer, Step } from '../../engine/observer.js'
import { type TraceBudget, wordsIn } from './traceBudget.js'

export type StructLoggerConfig = {
  readonly enableMemory: boolean
  readonly disableStack: boolean
  readonly disableStorage: boolean
  readonly enableReturnData: boolean
  /** Number of instructions to return; 0: all. */
  readonly limit: number
}

/** The answer of geth's unnamed default tracer, with plain numbers. */
export type StructTrace = {
  gas: number
  failed: boolean
  returnValue: Hex
  structLogs: StructLog[]
}

type StructLog = {
  pc: number
  op: string
  gas: number
  gasCost: number
  depth: number
  error?: string
  /** Quantities, the top is last. */
  stack?: Hex[]
  returnData?: Hex
  /** Words of 32 bytes. */
  memory?: Hash[]
  /** The slots that the contract read or wrote so far, at SLOAD and SSTORE. */
  storage?: { [slot: Hash]: Hash }
  refund?: number
}

const wordDigits = 64

/** In words: what a step takes beside what it shows. */
const wordsOfStep = 4

/** The instructions of a message, each with what it found. */
export function createStructLogger(
  config: StructLoggerConfig,
  budget: TraceBudget,
): {
  observer: Observer
  read: (run: MessageRun) => StructTrace
} {
  const structLogs: StructLog[] = []
  const storages = new Map<Address, { [slot: Hash]: Hash }>()
  /** The newest instruction of each frame that has not ended. */
  const newest: (StructLog | undefined)[] = []

  const observer: Observer = {
    enter() {
      newest.push(undefined)
    },
    exit({ error }) {
      const last = newest.pop()
      // A frame that halts does so at its last instruction.
      if (last !== undefined && isHalt(error)) last.error = error
    },
    step(step) {
      if (config.limit > 0 && structLogs.length >= config.limit)
        return undefined
      const log = logOf(step, config, storages)
      budget.spend(wordsOfStep + sizeOf(log))
      structLogs.push(log)
      newest[newest.length - 1] = log
      return (gasCost) => {
        log.gasCost = Number(gasCost)
      }
    },
  }
  return {
    observer,
    read: ({ execution: { gasUsed, status, halt, output } }) => ({
      gas: Number(gasUsed),
      failed: status !== 'success',
      returnValue: halt === undefined ? output : '0x',
      structLogs,
    }),
  }
}

function sizeOf({
  stack = [],
  memory = [],
  storage = {},
  returnData = '0x',
}: StructLog): number {
  const slots = Object.keys(storage).length
  return stack.length + memory.length + slots + wordsIn(returnData)
}

function isHalt(error: string | undefined): error is string {
  return error !== undefined && error !== 'execution reverted'
}

function logOf(
  step: Step,
  config: StructLoggerConfig,
  storages: Map<Address, { [slot: Hash]: Hash }>,
): StructLog {
  const { pc, name, gas, depth, refund } = step
  const log: StructLog = {
    pc,
    op: name,
    gas: Number(gas),
    gasCost: 0,
    depth: depth + 1,
  }
  if (!config.disableStack)
    log.stack = step.stack().map((word) => shorten(word))
  if (config.enableReturnData) {
    const returnData = step.returnData()
    if (returnData !== '0x') log.returnData = returnData
  }
  if (config.enableMemory) {
    const memory = wordsOf(step.memory())
    if (memory.length > 0) log.memory = memory
  }
  if (!config.disableStorage) {
    const storage = storageAt(step, storages)
    if (storage !== undefined) log.storage = storage
  }
  if (refund > 0n) log.refund = Number(refund)
  return log
}

function shorten(word: Hash): Hex {
  return toQuantity(BigInt(word))
}

function wordsOf(memory: Hex): Hash[] {
  const words: Hash[] = []
  for (let from = 2; from < memory.length; from += wordDigits)
    words.push(`0x${memory.slice(from, from + wordDigits)}`)
  return words
}

function storageAt(
  { name, address, slot, peek }: Step,
  storages: Map<Address, { [slot: Hash]: Hash }>,
): { [slot: Hash]: Hash } | undefined {
  if (name !== 'SLOAD' && name !== 'SSTORE') return undefined
  const key = peek(0)
  if (key === undefined) return undefined
  const value = name === 'SLOAD' ? slot(key) : peek(1)
  if (value === undefined) return undefined
  const storage = { ...storages.get(address), [key]: value }
  storages.set(address, storage)
  return { ...storage }
}
