import type { Hex } from '../../base/hex/hex.js'
import type { BlockEnvironment } from '../../engine/engine.js'
import type { ObservedFrame, Observer } from '../../engine/observer.js'
import { isPrecompile } from '../../engine/precompiles.js'
import type { TraceBudget } from './traceBudget.js'

/** Number of calls by selector and size of the data after it. */
export type SelectorCounts = { [selectorAndSize: Hex]: number }

const selectorBytes = 4
const wordsOfCount = 4

/** The functions that a message calls, as geth's `4byteTracer` counts them. */
export function createFourByteTracer(
  budget: TraceBudget,
  block: BlockEnvironment,
): { observer: Observer; read: () => SelectorCounts } {
  const counts = new Map<string, number>()

  const observer: Observer = {
    enter(frame) {
      if (!isCall(frame) || isPrecompile(frame.to, block)) return
      const input = frame.input()
      const size = (input.length - 2) / 2 - selectorBytes
      if (size < 0) return
      const key = `${input.slice(0, 2 + 2 * selectorBytes)}-${size}`
      const count = counts.get(key)
      if (count === undefined) budget.spend(wordsOfCount)
      counts.set(key, (count ?? 0) + 1)
    },
  }
  return {
    observer,
    read: () => Object.fromEntries([...counts].sort(byKey)),
  }
}

function isCall({ type }: ObservedFrame): boolean {
  return type !== 'CREATE' && type !== 'CREATE2' && type !== 'SELFDESTRUCT'
}

function byKey([one]: [string, number], [other]: [string, number]): number {
  return one < other ? -1 : 1
}
