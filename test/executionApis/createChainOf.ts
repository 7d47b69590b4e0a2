import { evm } from 'preseal/evm'
import { insert, lookup } from '../../src/base/codec/trie.js'
import type { Address } from '../../src/base/hex/hex.js'
import type { Chain } from '../../src/chain/blocks/chain.js'
import {
  checkImport,
  type ImportChecks,
} from '../../src/chain/intents/checkImport.js'
import { importBlock } from '../../src/chain/intents/importBlock.js'
import { openNext } from '../../src/chain/lookup/blockHash.js'
import { readAccount } from '../../src/chain/model/state.js'
import { stateRoot } from '../../src/chain/roots/roots.js'
import { createNatives } from '../../src/engine/natives/createNatives.js'
import { createChain } from '../../src/node/options/firstChain.js'
import { config } from '../chain/config.js'
import type { Fixtures, HeadState } from './readFixtures.js'
import { type RanBlock, runChain } from './runChain.js'
import { blockJson, receiptsJson } from './wire.js'

const { native, codeAt, accountOf } = createNatives({
  isOp: false,
  hardfork: config.hardfork,
})

/** The chain of the fixtures, and what each of its imports recomputes. */
export async function createChainOf(
  fixtures: Fixtures,
): Promise<{ chain: Chain; checks: ImportChecks[] }> {
  const empty = createChain(
    {
      ...config,
      chainId: fixtures.genesis.config.chainId,
      cadences: [
        {
          from: 0n,
          blockTime: 12_000,
          baseTimeDeposit: false,
          beatsSeenBy: 'pending',
        },
      ],
      gasLimit: 200_000_000n,
      miner: `0x${'0'.repeat(40)}`,
      initialBaseFeePerGas: 0n,
      hardfork: 'osaka',
      finalityLag: { safe: 0, finalized: 0 },
      engine: evm(),
      native,
      codeAt,
      accountOf,
    },
    {},
  )
  const ran = await runChain(fixtures)
  const imports = ran.map((one) => ({
    block: blockJson(one),
    receipts: receiptsJson(one),
    state: one.accounts,
  }))
  const chain = imports.reduce(
    (before, parameters, index) =>
      knowAll(importBlock(before, parameters).chain, ran[index] as RanBlock),
    empty,
  )
  keepEmptyAccounts(chain, fixtures.headState)
  return { chain, checks: imports.map(checkImport) }
}

/**
 * Accounts that were touched before EIP-161 are in the state though they are
 * empty; no chain of a mock node has such. Roots are made from what differs
 * from the last ones, so that they stay where they are put here.
 */
function keepEmptyAccounts({ memo, sealed }: Chain, { accounts }: HeadState) {
  const { stateRoots } = memo
  const { state } = sealed.value
  stateRoot(stateRoots, state.accounts)
  for (const [address, account] of Object.entries(accounts))
    if (lookup(stateRoots.secure, account.key) === undefined)
      stateRoots.secure = insert(
        stateRoots.secure,
        account.key,
        readAccount(state, address.toLowerCase() as Address),
      )
}

/** All accounts of the block are told, where an import leaves others open. */
function knowAll(chain: Chain, { accounts }: RanBlock): Chain {
  const { value } = chain.sealed
  const told = createChain(chain.config, accounts)
  const { state } = told.sealed.value
  const sealed = {
    ...chain.sealed,
    value: { ...value, state, committed: state },
  }
  return { ...chain, sealed, open: openNext(chain, sealed) }
}
