import type {
  Address,
  HandlerView,
  Hex,
  MockNode,
  StoryEvent,
} from '../../../../index.js'
import type { Timeline } from '../../../timeline/index.js'
import { checkGiven } from '../../options/readGiven.js'
import { toBigint } from './isShown.js'

export type TruthOptions = {
  /** The account whose balance is shown. */
  readonly address?: Address | undefined
  /** The token; default the chain's own coin */
  readonly token?: Address | undefined
  /** Reads a value other than a balance from the node, at a block. */
  readonly read?:
    | ((view: HandlerView, block: 'pending' | 'latest') => unknown)
    | undefined
}

/**
 * The values that were true from an instant on, under `pending` and `latest`.
 */
type State = { readonly at: number; readonly values: readonly unknown[] }

/** The chain's values at all times, looked up when they may have changed. */
export function createTruth(
  node: MockNode,
  { events }: Timeline,
  { address, token, read }: TruthOptions,
) {
  const instants = [...new Set([0, ...events.map(({ at }) => at)])].sort(
    (one, other) => one - other,
  )
  const known = new Map<number, State>()
  let isRead = false
  let failure: unknown

  /** A block that is not there says nothing. */
  function attempt(look: () => unknown): unknown {
    try {
      return look()
    } catch (error) {
      failure = error
      return undefined
    }
  }

  function stateAt(at: number): State {
    const state = known.get(at)
    if (state !== undefined) return state
    const view = node.view(at)
    const values = (['pending', 'latest'] as const).map((block) =>
      attempt(() => {
        const value =
          read === undefined
            ? balanceOf(view, block, address, token)
            : read(view, block)
        checkGiven(
          'wasTrue',
          value,
          !('then' in Object(value)),
          '{ read } that returns a value, as view.request does, and no promise',
        )
        isRead = true
        return value
      }),
    )
    const made = { at, values }
    known.set(at, made)
    return made
  }

  return {
    /**
     * Whether it is a number, so that a text without one says nothing.
     *
     * @throws whatever `read` threw, if it never returned anything.
     */
    isNumber(): boolean {
      const isNumber = instants.some((at) =>
        stateAt(at).values.some((value) => toBigint(value) !== undefined),
      )
      if (!isRead && failure !== undefined) throw failure
      return isNumber
    },
    /** Everything that was true at some time of a span, newest first. */
    within(from: number, until: number): readonly unknown[] {
      const first = instants.filter((at) => at <= from).at(-1) ?? 0
      const inside = instants.filter((at) => at >= first && at <= until)
      for (const event of events)
        if (event.type === 'idle') inside.push(...sealsOf(event, from, until))
      return [...new Set(inside)]
        .sort((one, other) => other - one)
        .flatMap((at) => stateAt(at).values)
    },
  }
}

const mostSeals = 100

/** The last seals of idle blocks in a span, and the one before it. */
function sealsOf(
  {
    at,
    until: end,
    firstBlock,
    lastBlock,
  }: Extract<StoryEvent, { type: 'idle' }>,
  from: number,
  until: number,
): number[] {
  const blocks = Number(lastBlock - firstBlock)
  const blockTime = (end - at) / blocks
  const placeOf = (time: number) => Math.floor((time - at) / blockTime)
  const last = Math.min(placeOf(until), blocks)
  const first = Math.max(placeOf(from), 0, last - mostSeals + 1)
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, place) => at + (first + place) * blockTime,
  )
}

function balanceOf(
  view: HandlerView,
  block: 'pending' | 'latest',
  address: Address | undefined,
  token: Address | undefined,
): unknown {
  if (address === undefined) return undefined
  if (token === undefined)
    return BigInt(
      view.request({ method: 'eth_getBalance', params: [address, block] }),
    )
  const data: Hex = `0x70a08231${address.slice(2).padStart(64, '0')}`
  return BigInt(
    view.request({ method: 'eth_call', params: [{ to: token, data }, block] }),
  )
}
