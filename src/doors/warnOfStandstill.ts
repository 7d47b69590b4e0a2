import type { Dispatch } from './dispatch/dispatcher.js'

/** ms of real time in which a client that waits would have seen a block. */
const patience = 1_000

/** What clients ask as they wait for a block, and how often before one warns. */
const polling = 'eth_blockNumber'
const fewest = 3

/** Known to all copies of the package in a process: it is said once. */
const key = Symbol.for('preseal.standstillWarned')

/**
 * Warns once if a client waits for a node whose time only the test moves, while
 * real time passes.
 *
 * @param stoodFor - ms of real time since the node's time last moved.
 * @param isWaiting - Whether something in the node needs time to go on.
 */
export function warnOfStandstill(
  dispatch: Dispatch,
  stoodFor: () => number,
  isWaiting: () => boolean,
): Dispatch {
  const shared = globalThis as unknown as Record<symbol, boolean | undefined>
  let polls = 0
  return (request, signal, entrance) => {
    if (shared[key] === true) return dispatch(request, signal, entrance)
    const ms = stoodFor()
    polls = ms === 0 ? 0 : polls
    if (request.ok && request.method === polling) polls++
    if (ms >= patience && (polls >= fewest || isWaiting())) {
      shared[key] = true
      console.warn(
        `preseal: a client asks ${request.ok ? request.method : 'again'}, but the node's time has stood still for ${Math.round(ms / 100) / 10} s of real time: only the test moves it. Write node.nextBeat() or node.advance(ms) instead of waiting, use testNode of a kit, or createMockNode({ clock: 'ambient' }) for real time. createMockNode({ clock: 'virtual' }) is not warned of.`,
      )
    }
    return dispatch(request, signal, entrance)
  }
}

declare const console: { warn(message: string): void }
