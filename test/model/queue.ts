import type { Hex, PreconfirmParameters } from 'preseal'
import { withoutDropped } from './blockSteps.js'
import { type Chain, findTransaction } from './chain.js'
import { Refused } from './errors.js'
import { costOf, execute } from './execute.js'
import { asEntries, emptied, type Folded, fold, scripted } from './openBlock.js'
import { placeNow } from './placeNow.js'
import { type Drop, lineUp } from './requeue.js'
import { accountIn, type Nonce, nonceAfter, put } from './state.js'
import { type Transaction, transactionOf, transferGas } from './transaction.js'
import type { Place, World } from './world.js'

/** What a beat would make of the queue that has room for all of it. */
export function projected({ chain, config }: World) {
  const { open, drops, queue } = chain
  const kept = open.entries.filter(
    (entry) => 'set' in entry || !drops.has(entry.transaction.hash),
  )
  const left =
    drops.size === 0
      ? { open, waiting: [] }
      : fold(emptied(open, config), kept, config)
  const entries = asEntries(lineUp([...left.waiting, ...queue]).queue)
  const own = { ...left.open, imported: null }
  return {
    ...fold(own, entries, config, () => true),
    base: own.state,
    returning: left.waiting,
  }
}

/** The first nonce that neither has run by then nor waits. */
export function nextNonce(
  { queue }: World['chain'],
  after: Pick<Folded, 'open'> & { returning: readonly Transaction[] },
  from: Hex,
): Nonce {
  let { nonce } = accountIn(after.open.state, from)
  if (nonce === undefined) throw new Refused('UnknownStateError')
  const isTaken = (one: Transaction) => one.from === from && one.nonce === nonce
  while (queue.some(isTaken) || after.returning.some(isTaken))
    nonce = nonceAfter(nonce)
  return nonce
}

/** Queues a transaction for the next beat, or says why it could never run. */
export function preconfirm(
  world: World,
  given: PreconfirmParameters,
): Transaction {
  const { chain, config } = world
  const { open, queue } = chain
  const after = projected(world)
  const { state } = after.open
  const account = accountIn(state, given.from)
  const { balance } = account
  const nonce = nextNonce(chain, after, given.from)
  if (given.nonce !== undefined && given.nonce !== nonce)
    throw new Refused('NonceError')
  const { chainId, gasLimit, l1 } = config
  const { baseFee } = open
  const transaction = transactionOf(given, { chainId, nonce, baseFee })
  const { gas, hash, mint } = transaction
  const told = chain.cadences[0]?.baseTimeDeposit ? 48_817n : 0n
  if (gas > gasLimit - (l1?.gasUsed ?? 0n) - told)
    throw new Refused('GasLimitError')
  if (given.execute && gas < transferGas(given))
    throw new Refused('GasLimitError')
  const isQueued = queue.some((one) => one.hash === hash)
  const own = { ...chain, open: { ...open, imported: null } }
  if (isQueued || findTransaction(own, hash, false) !== null)
    throw new Refused('KnownTransactionError')
  const reached = put(state, given.from, { ...account, nonce })
  const done = execute(reached, transaction, open.baseFee, config)
  if (done.refusal !== null && done.isMost) throw new Refused('ChainRuleError')
  if (done.refusal === 'error') throw new Refused(`${done.error}`)
  if (done.refusal !== null)
    throw new Refused(
      balance === undefined && mint < costOf(transaction)
        ? 'UnknownStateError'
        : 'InsufficientBalanceError',
    )
  world.chain = { ...chain, queue: [...queue, transaction] }
  return transaction
}

/** Takes a transaction back: out of the queue at once, else by beat or seal. */
export function drop(world: World, hash: Hex) {
  const { chain } = world
  const { open, queue, drops } = chain
  const queued = queue.find((one) => one.hash === hash)
  if (queued !== undefined) {
    world.chain = without(chain, queued)
    world.told.push({
      name: 'dropped',
      transaction: queued,
      place: placeNow(world),
      reason: 'requested',
    })
    return
  }
  if (open.deposits.some((one) => one.hash === hash))
    throw new Refused('UnknownTransactionError')
  if (!scripted(open).some((one) => one.hash === hash))
    throw new Refused('UnknownTransactionError')
  if (!drops.has(hash))
    world.chain = { ...chain, drops: new Map(drops).set(hash, 'requested') }
  // Nobody sees it in that block: it leaves as if from a pool.
  if (open.cadence.beatsSeenBy !== 'none') return
  const left = withoutDropped(world.chain, world.config)
  world.chain = left.chain
  tellDropped(world, left.dropped)
}

/** Told where they had been pre-confirmed. */
export function tellDropped(world: World, dropped: readonly Drop[]) {
  for (const one of dropped) {
    const place = world.entered.get(one.transaction.hash) as Place
    world.told.push({ name: 'dropped', place, ...one })
  }
}

export function without(chain: Chain, transaction: Transaction): Chain {
  return {
    ...chain,
    queue: chain.queue.filter((one) => one !== transaction),
  }
}
