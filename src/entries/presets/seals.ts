import { fitting, optional } from '../../base/validation/fields.js'
import type { Address, PreconfirmParameters, Step } from '../../index.js'
import {
  type Common,
  checkFit,
  checkOption,
  checkRoom,
  count,
  every,
  everySent,
  openingsOf,
  type Payment,
  type Play,
  preset,
  type SentOptions,
  sent,
  whole,
} from './preset.js'

type PlanSeal = Extract<Step, { type: 'planSeal' }>
type Amendment = NonNullable<PlanSeal['amend']>[number]

/**
 * The effect of a transaction at the seal, if it differs from the pre-confirmed
 * one.
 */
type SealedEffect = Omit<Amendment, 'transaction'>

const sealedEffect = optional(
  fitting<Pick<SealedEffect, 'gasUsed' | 'logs'>>(
    isEffect,
    'an object with a bigint "gasUsed", an array "logs" or both',
  ),
  undefined,
)

/**
 * The first block is sealed without the pre-confirmations of its last beats:
 * receipts vanish; balance, nonce and storage step back; and the second block
 * has no payments. Each payment increments slot 0 of `to`. Transactions of the
 * application that were pre-confirmed in these beats are lost, too. Real chains
 * do this when the sequencer changes or a last beat comes too late for its
 * block.
 *
 * @example
 * const node = createMockNode(droppedTail({ beats: 2, to: bob }))
 * node.advance(1_800) // bob has 10 ether under pending
 * node.advance(200) // sealed: 8
 */
export const droppedTail = preset(
  'droppedTail',
  {
    /** Number of beats lost at the end of the first block; default 2 */
    beats: whole(2),
    /** Selects the application's transactions that are lost, too; default all */
    sent: sent({}),
  },
  (options) => {
    const { beats, blockTime, preconfirmationTime, beatsPerBlock } = options
    const expected = `at most ${beatsPerBlock}, the beats of a block`
    checkFit(options, 'beats', beatsPerBlock + 1, expected)
    const at = blockTime - preconfirmationTime
    // A transaction that arrives after a beat enters at the next one.
    const since = Math.max(0, at - beats * preconfirmationTime)
    return {
      blocks: 2,
      payAt: every(preconfirmationTime, beatsPerBlock),
      counted: true,
      steps: (payments) => [
        ...payments,
        { at, type: 'planSeal', omit: labels(payments.slice(-beats)) },
      ],
      ...(since < at && {
        faults: [{ type: 'omitAtSeal', ...options.sent, since, until: at }],
      }),
    }
  },
)

/**
 * The first block is sealed with its transactions in reverse order: indices,
 * cumulative gas and log indices change. By default a payment is followed by
 * one back from `to`. Your own `transactions` come once each, a beat apart;
 * each needs its own sender, since nonces fix the order of one sender. With
 * `sent`, each block opens with a payment from `to`, or with one of your own
 * transactions, and is sealed with the application's transactions before it;
 * let the application send from another account, such as `from`. A builder that
 * sorts by fee again at the seal does this.
 *
 * @example
 * const node = createMockNode(reorderedSeal())
 * node.advance(400) // two receipts, at 0 and 1
 * node.advance(1_600) // sealed: the same two, at 1 and 0
 */
export const reorderedSeal = preset(
  'reorderedSeal',
  {
    /** Selects the application's transactions that end up first; default none */
    sent: sent(undefined),
    /** Number of blocks in which they do; default 30 */
    blocks: count(30),
  },
  (options) => {
    const { sent, isOwn, beatsPerBlock } = options
    const transactions = isOwn
      ? options.transactions
      : options.transactions.flatMap(thereAndBack)
    if (sent !== undefined)
      return {
        payers: transactions,
        paid: isOwn ? transactions : transactions.slice(1),
        payAt: openingsOf(options, options.blocks),
        steps: (payments) =>
          payments.flatMap((payment): Step[] => {
            const { at, label } = payment
            const order = [everySent(sent), label]
            return [payment, { at, type: 'planSeal', order }]
          }),
      }
    const senders = new Set(transactions.map(({ from }) => from))
    checkPayments(
      options,
      transactions,
      senders.size === transactions.length && senders.size > 1,
      `2 to ${beatsPerBlock - 1} of different senders, as "from" says`,
    )
    return onceEach(options, transactions, (payments) => ({
      order: labels(payments).reverse(),
    }))
  },
)

/**
 * The receipt of a payment changes its gas or logs when its block is sealed.
 * Your own `transactions` come once each, a beat apart. With `sent`, the
 * application's transactions diverge, and there are no payments. A Base node
 * did this in about a quarter of its pre-confirmations, often in the gas of
 * calls with refunds (base/base#3274).
 *
 * @example
 * const node = createMockNode(receiptDivergence())
 * node.advance(200) // its receipt says 60,000 gas
 * node.advance(1_800) // sealed: 54,000
 */
export const receiptDivergence = preset(
  'receiptDivergence',
  {
    /** Fields of the sealed receipt; default a tenth less gas */
    sealed: sealedEffect,
    /**
     * Selects the application's transactions that diverge, in place of payments
     */
    sent: sent(undefined),
    /** Number of blocks in which they do; default 30 */
    blocks: count(30),
  },
  (options) => {
    const { preset, sealed, sent, isOwn, transactions } = options
    if (sent === undefined) {
      // With gas to spare, as the gas of a plain payment could not differ.
      const calls = transactions.map((transaction) =>
        isOwn
          ? transaction
          : { ...transaction, gas: 100_000n, gasUsed: 60_000n },
      )
      return amendOnce(
        options,
        calls,
        ({ gasUsed = 21_000n }) => sealed ?? { gasUsed: (gasUsed * 9n) / 10n },
      )
    }
    checkOption(
      sealed !== undefined,
      preset,
      'sealed',
      sealed,
      'what to seal, such as { gasUsed: 50_000n }, as "sent" is given',
    )
    return amendSent(options, sent, sealed)
  },
)

/**
 * A payment is pre-confirmed as a success and sealed as reverted: its hash and
 * index stay, its effect is gone. Your own `transactions` come once each, a
 * beat apart. With `sent`, the application's transactions revert, and there are
 * no payments. This happens when a result depends on something that only the
 * sealed chain knows, such as a block hash.
 *
 * @example
 * const node = createMockNode(revertedAfterAll({ to: bob }))
 * node.advance(200) // status 0x1, and bob has 1 ether under pending
 * node.advance(1_800) // sealed: status 0x0, and bob has nothing
 */
export const revertedAfterAll = preset(
  'revertedAfterAll',
  {
    /**
     * Selects the application's transactions that revert, in place of payments
     */
    sent: sent(undefined),
    /** Number of blocks in which they do; default 30 */
    blocks: count(30),
  },
  (options) =>
    options.sent === undefined
      ? amendOnce(options, options.transactions, () => ({ status: 'reverted' }))
      : amendSent(options, options.sent, { status: 'reverted' }),
)

/**
 * The application's transactions are pre-confirmed, then their block is sealed
 * without them: the receipt vanishes, the balance steps back, the nonce is free
 * again. There are no payments; `from` is funded. Real chains do this when the
 * sequencer changes.
 *
 * @example
 * const node = createMockNode(sealedWithout({ sent: { to: shop } }))
 * // the user pays the shop
 * node.nextBeat() // paid, says the pending block
 * node.nextBlock() // never paid
 */
export const sealedWithout = preset(
  'sealedWithout',
  {
    /** Selects transactions of the application; default all */
    sent: sent({}),
    /** Number of blocks; default 30 */
    blocks: count(30),
  },
  (options) => planSeals(options, { omit: [everySent(options.sent)] }),
)

/**
 * The application's transactions are sealed; a beat later a reorg replaces the
 * newest blocks by others without them: a receipt with a confirmation vanishes.
 * There are no payments; `from` is funded. Rollups do this when their L1
 * reorgs, or when a sequencer loses sealed blocks.
 *
 * @example
 * const node = createMockNode(reorgedAway({ sent: { to: shop } }))
 * // the user pays the shop
 * node.nextBlock() // paid, says the latest block
 * node.nextBeat() // never paid
 */
export const reorgedAway = preset(
  'reorgedAway',
  {
    /** Selects transactions of the application; default all */
    sent: sent({}),
    /** Number of replaced blocks; default 1 */
    depth: whole(1),
    /** Number of blocks; default 30 */
    blocks: count(30),
  },
  (options) => {
    const { depth, blocks, preconfirmationTime } = options
    const omit = [everySent(options.sent)]
    return {
      payAt: [],
      steps: () =>
        openingsOf(options, blocks)
          .slice(depth)
          .map((opening) => ({
            at: opening + preconfirmationTime,
            type: 'reorg' as const,
            depth,
            omit,
          })),
    }
  },
)

/** Refuses payments that a block of one beat each, and a seal, cannot hold. */
function checkPayments(
  options: Common,
  { length }: readonly PreconfirmParameters[],
  areRight: boolean,
  expected: string,
) {
  const { beatsPerBlock, preconfirmationTime } = options
  const given = options.transactions
  checkOption(areRight, options.preset, 'transactions', given, expected)
  checkRoom(
    length < beatsPerBlock,
    options,
    'transactions',
    given,
    expected,
    (length + 1) * preconfirmationTime,
  )
}

/** Each transaction once, a beat apart, in a block that is sealed otherwise. */
function onceEach(
  { preconfirmationTime }: Common,
  paid: readonly PreconfirmParameters[],
  plan: (payments: readonly Payment[]) => Partial<PlanSeal>,
): Play {
  const payAt = every(preconfirmationTime, paid.length, preconfirmationTime)
  return {
    blocks: 2,
    paid,
    payAt,
    steps: (payments) => [
      ...payments,
      { ...plan(payments), at: payAt.at(-1) as number, type: 'planSeal' },
    ],
  }
}

/** The same, each of them sealed with another effect. */
function amendOnce(
  options: Common,
  paid: readonly PreconfirmParameters[],
  effectOf: (transaction: PreconfirmParameters) => SealedEffect,
): Play {
  checkPayments(
    options,
    paid,
    true,
    `fewer than ${options.beatsPerBlock}, the beats of a block`,
  )
  const effects = paid.map(effectOf)
  return onceEach(options, paid, (payments) => ({
    amend: payments.map(({ label }, index) => ({
      transaction: label,
      ...effects[index],
    })),
  }))
}

/** Transactions that the application sends have another effect. */
function amendSent(
  options: Common & { readonly blocks: number },
  sent: SentOptions,
  effect: SealedEffect,
): Play {
  return planSeals(options, {
    amend: [{ transaction: everySent(sent), ...effect }],
  })
}

/** Each of the first blocks is sealed like that; there are no payments. */
function planSeals(
  options: Common & { readonly blocks: number },
  plan: Partial<PlanSeal>,
): Play {
  return {
    payAt: [],
    steps: () =>
      openingsOf(options, options.blocks).map((at) => ({
        ...plan,
        at,
        type: 'planSeal',
      })),
  }
}

function labels(payments: readonly Payment[]): string[] {
  return payments.map(({ label }) => label)
}

function thereAndBack(payment: PreconfirmParameters): PreconfirmParameters[] {
  const { from, to } = payment
  return [payment, { ...payment, from: to as Address, to: from }]
}

function isEffect(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false
  const entries = Object.entries(given)
  return (
    entries.length > 0 &&
    entries.every(([name, value]) =>
      name === 'gasUsed'
        ? typeof value === 'bigint'
        : name === 'logs' && Array.isArray(value),
    )
  )
}
