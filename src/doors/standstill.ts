import { type Standstill, watchStandstill } from '../base/clock/timeSource.js'
import { askerIn } from '../base/errors/askerIn.js'
import { captureStack } from '../base/errors/stack.js'
import { addToFailure, runningEntry } from '../base/errors/testRunner.js'
import { nameOf } from '../base/words/words.js'
import { listQueue } from '../chain/blocks/queue.js'
import type { Runtime } from '../node/runtime/cell/runtime.js'
import { never, nextBoundary } from '../node/runtime/state/nodeState.js'
import type { Dispatch, Dispatcher } from './dispatch/dispatcher.js'

/** What in a node waits for time that does not move. */
export type Standing = {
  /** ms since the node was created */
  readonly now: number
  /** Names of the transactions that are in no block yet. */
  readonly queued: readonly string[]
  /** Whether a request waits for its answer. */
  readonly isHolding: boolean
  /** When the next block is due, in ms since the node was created; null: never. */
  readonly due: number | null
}

/** ms of real time in which a client that waits would have seen a block. */
const patience = 1_000

/** What clients ask as they wait for a block, and how often before one warns. */
const polling = 'eth_blockNumber'
const fewest = 3

const receipt = 'eth_getTransactionReceipt'

/** Known to all copies of the package in a process: it is said once. */
const key = Symbol.for('preseal.standstillWarned')

/**
 * Warns once if a client waits for a node whose time only the test moves, while
 * real time passes.
 *
 * @param isWaiting - Whether anything waits; real time is read only then.
 * @param read - null for a node that nothing more happens to.
 */
export function warnOfStandstill(
  dispatch: Dispatch,
  standstill: Standstill,
  isWaiting: () => boolean,
  read: () => Standing | null,
): Dispatch {
  const shared = globalThis as unknown as Record<symbol, boolean | undefined>
  let polls = 0
  let hasWarned = false
  /** Where a receipt was asked for since the time last moved. */
  let waitsIn: Error | undefined
  return (request, signal, origin) => {
    if (hasWarned) return dispatch(request, signal, origin)
    if (standstill.hasMoved()) {
      polls = 0
      waitsIn = undefined
    }
    if (request.ok && request.method === polling) polls++
    if (request.ok && request.method === receipt) waitsIn ??= captureStack()
    if (polls < fewest && !isWaiting()) return dispatch(request, signal, origin)
    const ms = standstill.ms()
    const standing = ms < patience ? null : read()
    if (standing !== null) {
      hasWarned = true
      const method = request.ok ? request.method : null
      const asked = { method, stack: captureStack().stack }
      const text = textOf(standing, ms, asked, waitsIn?.stack)
      addToFailure(text)
      if (shared[key] !== true) console.warn(`preseal: ${text}`)
      shared[key] = true
    }
    return dispatch(request, signal, origin)
  }
}

/** The same of a node. */
export function warnAtStandstill(
  runtime: Runtime,
  dispatcher: Dispatcher,
): Dispatch {
  return warnOfStandstill(
    dispatcher.dispatch,
    watchStandstill(() => runtime.state().time),
    () =>
      dispatcher.isWaiting() ||
      runtime.state().chain.queue.transactions !== null,
    () => {
      if (runtime.isDisposed()) return null
      const state = runtime.settle()
      const due = nextBoundary(state)
      return {
        now: state.time,
        queued: listQueue(state.chain.queue).map(nameOf),
        isHolding: dispatcher.isWaiting(),
        due: due === never ? null : due,
      }
    },
  )
}

declare const console: { warn(message: string): void }

/** The remedy first, and whatever else would do after it. */
function textOf(
  { now, queued, isHolding, due }: Standing,
  ms: number,
  asked: { readonly method: string | null; readonly stack: string | undefined },
  waitsIn: string | undefined,
): string {
  const [first] = queued
  const block =
    due === null ? 'for node.seal()' : `for the block due at ${due} ms`
  const waiting =
    first === undefined
      ? isHolding
        ? 'A request waits for its answer.'
        : `Whatever waits for a block waits ${block}.`
      : queued.length === 1
        ? `Transaction ${first} is in no block yet: it waits ${block}.`
        : `${queued.length} transactions are in no block yet: they wait ${block}.`
  const call = due === null ? 'node.seal()' : `node.advance(${due - now})`
  const line = shortened(askerIn(waitsIn ?? asked.stack).line)
  const remedy =
    waitsIn === undefined
      ? `Replace the wait before ${line ?? asked.method ?? 'the request'} with ${call}.`
      : `Write ${call} before ${line ?? 'await client.waitForTransactionReceipt(…)'}, which waits for the receipt.`
  const entry = runningEntry()
  const kit =
    entry === undefined
      ? "of the entry of your test runner, such as 'preseal/vitest'"
      : `of 'preseal/${entry}'`
  return [
    `The node's clock did not move: it stands at ${now} ms, although ${Math.round(ms / 100) / 10} s of real time passed. Only your test moves it.`,
    waiting,
    remedy,
    `(Or make the node with testNode ${kit}, which follows fake timers; or with clock: 'ambient', which follows real time. With clock: 'virtual' it is as now, and says nothing.)`,
  ].join('\n  ')
}

type Host = { cwd?(): string }

/** A line of a file below the folder where this runs, as runners print it. */
function shortened(line: string | undefined): string | undefined {
  const { process } = globalThis as { readonly process?: Host }
  const folder = `${process?.cwd?.()}/`
  return line?.startsWith(folder) ? line.slice(folder.length) : line
}
