import type { MockNode } from '../../../index.js'
import type { Timeline } from '../../timeline/index.js'
import type { Invariant, Look, Seen } from '../model/run.js'
import { shownText } from '../model/shownText.js'
import { isSwitched } from './isSwitched.js'
import { named } from './named.js'
import { createTruth, type TruthOptions } from './truth/createTruth.js'
import { isShown, saysNumber } from './truth/isShown.js'
import { newestKnown } from './truth/newestKnown.js'

export type WasTrueOptions = TruthOptions & {
  /** Of the node that is asked; the first one's by default. */
  readonly chainId?: number | undefined
  /** ms by which what is shown may be behind, or ahead of, the chain; 2_000 */
  readonly within?: number | undefined
  /**
   * ms after a mishap until what could not be known any better must be right
   * again; 10_000
   */
  readonly again?: number | undefined
  /** Of the token; 18 */
  readonly decimals?: number | undefined
}

/**
 * What is shown was true on the chain, at `pending` or `latest`, a short while
 * ago. What shows no number shows nothing. Where the mishap kept the
 * application from knowing better, it is right as long as it knew no better.
 *
 * @example
 * watch('balance', () => text('balance'), [wasTrue({ address, within: 2_000 })])
 */
export function wasTrue(options: WasTrueOptions): Invariant {
  const { within = 2_000, again = 10_000, decimals = 18 } = options
  const units = decimals === 18 ? [18] : [decimals, 18]
  return named('wasTrue', (seen) => {
    const { node, timeline } = placeOf(seen, options.chainId)
    const truths = accountsOf(seen, options.address).map((address) =>
      createTruth(node, timeline, { ...options, address }),
    )
    const isTrue = (value: unknown, from: number, until: number) =>
      truths.some((truth) =>
        truth.within(from, until).some((one) => isShown(value, one, units)),
      )
    let undecided = 0
    for (const look of seen.looks) {
      if (options.read === undefined && !saysNumber(look.value)) continue
      for (const at of [look.at, Math.max(look.at, look.until - 1)]) {
        // What an application expects of what it sends is true soon.
        const ahead = Math.max(at, look.at + within)
        if (isTrue(look.value, at - within, ahead)) continue
        const excuse = newestKnown(seen, timeline, at, again)
        if (excuse === undefined || !isTrue(look.value, excuse.at - within, at))
          return { at, text: sentence(look, at, within, truths) }
        if (look === seen.looks.at(-1) && at !== look.at)
          undecided = excuse.until + 1
      }
    }
    return undecided > seen.now ? { undecidedUntil: undecided } : undefined
  })
}

function placeOf({ nodes, timelines }: Seen, chainId: number | undefined) {
  const index = Math.max(
    0,
    nodes.findIndex(({ chain }) => chain.id === chainId),
  )
  return {
    node: nodes[index] as MockNode,
    timeline: timelines[index] as Timeline,
  }
}

/** Who follows the wallet shows whatever account it went to. */
function accountsOf(seen: Seen, address: TruthOptions['address']) {
  const all = seen.wallet?.accounts ?? []
  const lower = address?.toLowerCase()
  return isSwitched(seen) && all.some((one) => one.toLowerCase() === lower)
    ? [address, ...all.filter((one) => one.toLowerCase() !== lower)]
    : [address]
}

function sentence(
  { at: since, value }: Look,
  at: number,
  within: number,
  truths: readonly ReturnType<typeof createTruth>[],
): string {
  const [pending, latest] = truths[0]?.within(at, at) ?? []
  const shown =
    at === since
      ? `at ${at} ms it showed ${shownText(value)}`
      : `at ${at} ms it still showed ${shownText(value)}, since ${since} ms`
  return `${shown}, which was not true within ${within} ms: the chain said ${shownText(pending)} pending and ${shownText(latest)} latest`
}
