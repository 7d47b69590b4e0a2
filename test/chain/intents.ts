import fc from 'fast-check'
import { isPresealError } from '../../src/base/errors/errors.js'
import type { Address, Hash } from '../../src/base/hex/hex.js'
import { preconfirm } from '../../src/chain/admission/preconfirm.js'
import type { BlockView, Chain } from '../../src/chain/blocks/chain.js'
import { latestNumber } from '../../src/chain/blocks/chain.js'
import { listDrops, listQueue } from '../../src/chain/blocks/queue.js'
import { beat } from '../../src/chain/intents/beat.js'
import { dropTransaction } from '../../src/chain/intents/dropTransaction.js'
import { seal } from '../../src/chain/intents/seal.js'
import { setAccounts } from '../../src/chain/intents/setAccounts.js'
import { blockHash, blockHeader } from '../../src/chain/lookup/blockHash.js'
import { findBlock } from '../../src/chain/lookup/find.js'
import { readAccount, readStorage } from '../../src/chain/model/state.js'
import { createChain } from '../../src/node/options/firstChain.js'
import { config } from './config.js'

export const alice = '0x00000000000000000000000000000000000a11ce'
export const bob = '0x0000000000000000000000000000000000000b0b'
export const carol = '0x00000000000000000000000000000000000ca401'
export const people: readonly Address[] = [alice, bob, carol]

export const word = (digits: string): Hash => `0x${digits.padStart(64, '0')}`

export const newChain = (options: Partial<typeof config> = {}) =>
  createChain(
    { ...config, gasLimit: 100_000n, initialBaseFeePerGas: 100n, ...options },
    {
      [alice]: { balance: 10n ** 12n },
      [bob]: { balance: 10n ** 9n, nonce: 2 },
      [carol]: { code: '0x60', storage: { [word('1')]: word('7') } },
    },
  )

const who = fc.nat({ max: people.length - 1 })

/** What a script may do to a chain; a `drop` names one that is open. */
export const intent = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('preconfirm' as const),
      from: who,
      to: fc.option(who),
      value: fc.bigInt({ min: 0n, max: 10n ** 8n }),
      gasUsed: fc.constantFrom(21_000n, 40_000n, 70_000n),
      isReverted: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('drop' as const),
      at: fc.nat({ max: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('set' as const),
      who,
      balance: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      slot: fc.constantFrom('0', '1', '2a'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('beat' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('seal' as const),
      blocks: fc.constantFrom(1, 1, 2, 7),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('read' as const) }) },
)

export type Intent =
  typeof intent extends fc.Arbitrary<infer value> ? value : never

/** The next chain; what cannot be done leaves the chain as it is. */
export function follow(chain: Chain, wish: Intent): Chain {
  const address = (at: number) => people[at] ?? alice
  try {
    switch (wish.type) {
      case 'preconfirm':
        return preconfirm(chain, {
          from: address(wish.from),
          to: wish.to === null ? null : address(wish.to),
          value: wish.value,
          gasUsed: wish.gasUsed,
          status: wish.isReverted ? 'reverted' : 'success',
        }).chain
      case 'drop': {
        const open = [
          ...chain.open.included.map(({ transaction }) => transaction),
          ...listQueue(chain.queue),
        ]
        const hash = open[wish.at]?.hash
        return hash === undefined ? chain : dropTransaction(chain, hash).chain
      }
      case 'set':
        return setAccounts(chain, {
          [address(wish.who)]: {
            balance: wish.balance,
            storage: { [word(wish.slot)]: word(wish.slot) },
          },
        })
      case 'beat':
        return beat(chain).chain
      case 'seal':
        return seal(beat(chain).chain, wish.blocks)
      case 'read':
        blockHash(chain, blockAt(chain, latestNumber(chain)))
        return chain
    }
  } catch (error) {
    if (!isPresealError(error)) throw error
    return chain
  }
}

export function blockAt(chain: Chain, number: bigint): BlockView {
  const block = findBlock(chain, { type: 'number', number })
  if (block === null) throw new Error(`There is no block ${number}.`)
  return block
}

/** All that a chain says of itself, as plain data. */
export function digest(chain: Chain) {
  const numbers = Array.from(
    { length: Number(latestNumber(chain)) + 1 },
    (_, number) => BigInt(number),
  )
  const blocks = [
    ...numbers.map((number) => blockAt(chain, number)),
    chain.open,
  ]
  return {
    queue: {
      drops: [...listDrops(chain.queue)],
      transactions: listQueue(chain.queue).map(({ hash }) => hash),
    },
    blocks: blocks.map((block) => ({
      header: blockHeader(chain, block),
      hash: blockHash(chain, block),
      included: block.included.map(({ transaction, ...place }) => ({
        hash: transaction.hash,
        ...place,
      })),
      state: people.map((address) => {
        const { balance, nonce, code } = readAccount(block.state, address)
        const slots = ['0', '1', '2a'].map((slot) =>
          readStorage(block.state, address, word(slot)),
        )
        return { balance, nonce, code, slots }
      }),
    })),
  }
}
