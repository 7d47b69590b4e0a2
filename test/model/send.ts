import type { Hex, PreconfirmParameters } from 'preseal'
import { findTransaction } from './chain.js'
import { Refused } from './errors.js'
import { costOf, execute } from './execute.js'
import { scripted } from './openBlock.js'
import { placeNow } from './placeNow.js'
import { nextNonce, projected, without } from './queue.js'
import { accountIn, type Nonce, put } from './state.js'
import { type Transaction, transactionOf } from './transaction.js'
import type { World } from './world.js'

/** What an application asks a node to send. */
export type Asked = {
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
  readonly gas: bigint
  readonly nonce?: Nonce | undefined
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** Queues what is sent by request, or refuses it as a pool does. */
export function send(world: World, given: Asked): Transaction {
  const { chain, config } = world
  const { open, queue, drops } = chain
  const { from } = given
  const visible = nextNonce(chain, { open, returning: [] }, from)
  const { nonce = visible } = given
  const asked: PreconfirmParameters = { ...given, execute: true }
  const { chainId } = config
  const { baseFee } = open
  const transaction = transactionOf(asked, { chainId, nonce, baseFee })
  const after = projected(world)
  const isSame = (one: Transaction) => one.from === from && one.nonce === nonce
  const waits = queue.find(isSame)
  // Or it will, once what it follows has left the block.
  // Nobody sees the block that is being built, so that it is still the pool.
  const pooled =
    open.cadence.beatsSeenBy === 'none' &&
    nonce < (accountIn(open.state, from).nonce ?? 0)
      ? scripted(open).find(
          (one) =>
            isSame(one) && one.type !== 'deposit' && !drops.has(one.hash),
        )
      : undefined
  const replaced = waits ?? after.returning.filter(isSame).at(-1) ?? pooled
  const account = accountIn(after.open.state, from)
  const freed = replaced === undefined ? 0n : costOf(replaced)
  const isOpen = replaced !== undefined && scripted(open).includes(replaced)
  const base = accountIn(isOpen ? open.base : after.base, from).nonce ?? 0
  const isRefused =
    queue.some(({ hash }) => hash === transaction.hash) ||
    transaction.gas > config.gasLimit ||
    given.maxPriorityFeePerGas > given.maxFeePerGas ||
    given.maxFeePerGas < baseFee ||
    nonce < base ||
    (replaced === undefined &&
      nonce < visible &&
      nonce < (account.nonce ?? 0)) ||
    (replaced !== undefined && !isRaised(replaced, transaction)) ||
    (account.balance ?? 0n) + freed < costOf(transaction) ||
    (findTransaction(chain, transaction.hash, false) !== null &&
      !drops.has(transaction.hash))
  if (isRefused) throw new Refused('refused')
  const reached = put(after.open.state, from, { ...account, nonce })
  const done = execute(reached, transaction, baseFee, config)
  const isNext = replaced === undefined && nonce === account.nonce
  if (done.refusal === 'error' || (isNext && done.refusal !== null))
    throw new Refused('refused')

  const left =
    waits !== undefined
      ? without(chain, waits)
      : replaced !== undefined
        ? { ...chain, drops: new Map(drops).set(replaced.hash, 'replaced') }
        : chain
  world.chain = { ...left, queue: [...left.queue, transaction] }
  if (waits !== undefined)
    world.told.push({
      name: 'dropped',
      transaction: waits,
      place: placeNow(world),
      reason: 'replaced',
    })
  return transaction
}

/** By a tenth, of both fees. */
function isRaised(before: Transaction, { price, tip }: Transaction): boolean {
  const least = (wei: bigint) => wei + (wei * 10n + 99n) / 100n
  return (
    before.type !== 'deposit' &&
    price >= least(before.price) &&
    (tip ?? price) >= least(before.tip ?? before.price)
  )
}
