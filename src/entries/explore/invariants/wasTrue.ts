import {
  type FieldValidators,
  fitting,
  optional,
} from '../../../base/validation/fields.js'
import { isFunction, natural } from '../../../base/validation/values.js'
import type { Address, MockNode } from '../../../index.js'
import type { Timeline } from '../../timeline/index.js'
import { shownText, textOf } from '../model/mishap.js'
import type { Invariant, Look, Seen } from '../model/run.js'
import {
  checkGiven,
  isElsewhere,
  named,
  type Owner,
  readGiven,
  selectedIn,
  window,
} from './given.js'
import {
  createTruth,
  isShown,
  newestKnown,
  saysNumber,
  type TruthOptions,
} from './truth.js'

export type WasTrueOptions = Omit<TruthOptions, 'address'> & {
  /**
   * The account whose balance is shown; `'selected'`: the one that is selected
   * in the wallet, to which an application goes along
   */
  readonly address?: Address | 'selected' | undefined
  /** Id of the node's chain; default the first node's */
  readonly chainId?: number | undefined
  /**
   * ms by which the shown value may be behind, or ahead of, the chain; default
   * 2_000
   */
  readonly within?: number | undefined
  /**
   * ms after a mishap by which the shown value must be right again; default
   * 10_000
   */
  readonly again?: number | undefined
  /** Decimals of the token; default 18 */
  readonly decimals?: number | undefined
}

/**
 * The shown value was true on the chain, at `pending` or `latest`, a short
 * while ago. A text without a number is ignored. A wrong value is accepted as
 * long as the mishap kept the application from knowing better.
 *
 * @example
 * watch('balance', () => text('balance'), [wasTrue({ address, within: 2_000 })])
 */
export function wasTrue(given: WasTrueOptions): Invariant {
  const options = readGiven('wasTrue', given, fields)
  const { address, read } = options
  checkGiven(
    'wasTrue',
    given,
    address !== undefined || read !== undefined,
    'whose balance it is, such as { address }, or { read } of something else',
  )
  const { within = 2_000, again = 10_000, decimals = 18 } = options
  const units = decimals === 18 ? [18] : [decimals, 18]
  return named('wasTrue', (seen) => {
    const { node, timeline } = placeOf(seen, options.chainId)
    const owners = ownersOf(seen, options.address)
    const truths = owners.map(({ address }) =>
      createTruth(node, timeline, { ...options, address }),
    )
    const isTrue = (value: unknown, from: number, until: number) =>
      truths.some((truth, index) => {
        const { since, before } = owners[index] as Owner
        return (
          from < before &&
          until >= since &&
          truth
            .within(Math.max(from, since), Math.min(until, before))
            .some((one) => isShown(value, one, units))
        )
      })
    const isNumber =
      read === undefined || truths.some((truth) => truth.isNumber())
    const looks = seen.looks.filter(({ value }) =>
      isNumber ? saysNumber(value) : value !== undefined && value !== null,
    )
    if (looks.length === 0)
      return { unjudged: `it never showed a ${isNumber ? 'number' : 'value'}` }
    let undecided = 0
    for (const look of looks) {
      for (const at of [look.at, Math.max(look.at, look.until - 1)]) {
        // The application may expect the effect of its own transaction, if it
        // is true soon.
        const ahead = Math.max(at, look.at + within)
        if (isTrue(look.value, at - within, ahead)) continue
        if (at <= look.at + within && isGuess(seen, look, within)) continue
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

const isAddress = (given: unknown) =>
  typeof given === 'string' && /^0x[0-9a-f]{40}$/i.test(given)

const fields: FieldValidators<WasTrueOptions> = {
  address: optional(
    fitting<Address | 'selected'>(
      (given) => given === 'selected' || isAddress(given),
      'an address, or "selected"',
    ),
    undefined,
  ),
  token: optional(fitting<Address>(isAddress, 'an address'), undefined),
  read: optional(
    fitting<NonNullable<TruthOptions['read']>>(
      isFunction,
      'a function of a view and a block',
    ),
    undefined,
  ),
  chainId: optional(natural, undefined),
  within: window,
  again: window,
  decimals: optional(natural, undefined),
}

/**
 * The effect of an own transaction that the application shows early: it cannot
 * know of the mishap, and on the plain network it is right soon.
 */
function isGuess({ looks, plain }: Seen, look: Look, within: number): boolean {
  return (
    plain.looks !== looks &&
    plain.looks.some(
      ({ at, until, value }) =>
        at <= look.at + within &&
        until >= look.at &&
        textOf(value) === textOf(look.value),
    )
  )
}

function placeOf({ nodes, timelines }: Seen, chainId: number | undefined) {
  const ids = nodes.map(({ chain }) => chain.id)
  const index = chainId === undefined ? 0 : ids.indexOf(chainId)
  checkGiven(
    'wasTrue',
    { chainId },
    index >= 0,
    `the chain id of a node of this test: ${ids.join(' or ')}`,
  )
  return {
    node: nodes[index] as MockNode,
    timeline: timelines[index] as Timeline,
  }
}

/** An application that follows the wallet shows the account that it went to. */
function ownersOf(
  seen: Seen,
  address: WasTrueOptions['address'],
): readonly Owner[] {
  const all = seen.wallet?.accounts ?? []
  const always = { since: 0, before: Number.POSITIVE_INFINITY }
  if (address === 'selected') return selectedIn(seen)
  const lower = address?.toLowerCase()
  const others =
    isElsewhere(seen) && all.some((one) => one.toLowerCase() === lower)
      ? all.filter((one) => one.toLowerCase() !== lower)
      : []
  return [address, ...others].map((one) => ({ address: one, ...always }))
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
  return `${shown}, which was never true in the last ${within} ms: on the chain it was ${shownText(pending)} pending and ${shownText(latest)} latest`
}
