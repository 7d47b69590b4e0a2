import { type Hash, type Hex, toQuantity } from '../../base/hex/hex.js'
import type { MessageRun } from '../../chain/execution/executeMessage.js'
import type {
  ExecutionLog,
  ObservedFrame,
  ObservedResult,
  Observer,
} from '../../engine/observer.js'
import { revertReason } from '../calls/callError.js'
import { type TraceBudget, wordsIn } from './traceBudget.js'

export type CallTracerConfig = {
  readonly onlyTopCall: boolean
  readonly withLog: boolean
}

/** A frame in the form of geth's `callTracer`. */
export type TracedCall = {
  from: Hex
  gas: Hex
  gasUsed: Hex
  to?: Hex
  input: Hex
  output?: Hex
  error?: string
  revertReason?: string
  calls?: TracedCall[]
  logs?: TracedLog[]
  value?: Hex
  type: ObservedFrame['type']
}

type TracedLog = {
  address: Hex
  topics: Hash[]
  data: Hex
  index: Hex
  position: Hex
}

/** A frame that has not ended. */
type OpenCall = {
  readonly frame: ObservedFrame
  readonly input: Hex
  readonly calls: TracedCall[]
  readonly logs: TracedLog[]
  /** The index that its first log has, or would have. */
  readonly firstLogIndex: number
}

/** In words: what a frame and a log take beside their data. */
const wordsOfFrame = 8
const wordsOfLog = 4

/** The calls of a message and their outcomes. */
export function createCallTracer(
  { onlyTopCall, withLog }: CallTracerConfig,
  budget: TraceBudget,
  firstLogIndex: number,
): { observer: Observer; read: (run: MessageRun) => TracedCall } {
  const waiting: OpenCall[] = []
  let top: TracedCall | undefined
  let logIndex = firstLogIndex

  const observer: Observer = {
    enter(frame) {
      const isShown = !onlyTopCall || waiting.length === 0
      const input = isShown ? frame.input() : '0x'
      if (isShown) budget.spend(wordsOfFrame + wordsIn(input))
      const [calls, logs] = [[], []]
      waiting.push({ frame, input, calls, logs, firstLogIndex: logIndex })
    },
    exit(result) {
      const call = waiting.pop()
      if (call === undefined) return
      if (result.error !== undefined) logIndex = call.firstLogIndex
      const parent = waiting[waiting.length - 1]
      if (onlyTopCall && parent !== undefined) return
      budget.spend(wordsIn(result.output))
      const traced = traceOf(call, result)
      if (result.error !== undefined) forgetLogs(traced)
      if (parent === undefined) top = traced
      else parent.calls.push(traced)
    },
    log(log) {
      const call = waiting[waiting.length - 1]
      if (call === undefined) return
      if (withLog && !(onlyTopCall && waiting.length > 1)) {
        budget.spend(wordsOfLog + wordsIn(log.data))
        call.logs.push(logOf(log, logIndex, call.calls.length))
      }
      logIndex++
    },
  }
  return {
    observer,
    read({ message, execution }) {
      const traced = top as TracedCall
      // Frames only know what is left after the intrinsic gas.
      traced.gas = toQuantity(message.gas)
      traced.gasUsed = toQuantity(execution.gasUsed)
      return traced
    },
  }
}

function traceOf(
  { frame, input, calls, logs }: OpenCall,
  { output, gasUsed, error }: ObservedResult,
): TracedCall {
  const { type, from, to, gas, value } = frame
  const isCreation = type === 'CREATE' || type === 'CREATE2'
  const isReverted = error === 'execution reverted'
  const isShown = output !== '0x' && (error === undefined || isReverted)
  const reason = isReverted ? revertReason(output) : undefined
  return {
    from,
    gas: toQuantity(gas),
    gasUsed: toQuantity(gasUsed),
    ...(!(isCreation && error !== undefined) && { to }),
    input,
    ...(isShown && { output }),
    ...(error !== undefined && { error }),
    ...(reason !== undefined && { revertReason: reason }),
    ...(calls.length > 0 && { calls }),
    ...(logs.length > 0 && { logs }),
    ...(type !== 'STATICCALL' && { value: toQuantity(value) }),
    type,
  }
}

function logOf(
  { address, topics, data }: ExecutionLog,
  index: number,
  position: number,
): TracedLog {
  return {
    address,
    topics: topics.slice(),
    data,
    index: toQuantity(index),
    position: toQuantity(position),
  }
}

/**
 * A failed frame loses its logs, and those of all that it called; frames that
 * failed within it have lost theirs already.
 */
function forgetLogs(call: TracedCall): void {
  delete call.logs
  for (const inner of call.calls ?? [])
    if (inner.error === undefined) forgetLogs(inner)
}
