import type { Chain } from 'viem'
import { baseFeeVault } from '../../base/hex/addresses.js'
import { display } from '../../base/hex/display.js'
import { invalidParameters } from '../../base/validation/problem.js'
import type { Profile, ProfileOptions } from '../../index.js'

/** The variant of a profile that is asked for, if any is. */
function checkVariant<const value extends string>(
  profile: string,
  name: string,
  given: unknown,
  known: readonly value[],
): value | undefined {
  const wrong = (path: string, value: unknown, what: string) => {
    const expected = `${what}, or nothing for the chain as it is today`
    return invalidParameters(profile, [
      { path, given: display(value), expected },
    ])
  }
  if (typeof given !== 'object' || given === null)
    throw wrong('options', given, `{ ${name} }`)
  const options = given as { readonly [name: string]: unknown }
  const extra = Object.keys(options).find((key) => key !== name)
  if (extra !== undefined) throw wrong(extra, options[extra], `{ ${name} }`)
  const variant = options[name]
  if (variant !== undefined && !known.includes(variant as value))
    throw wrong(name, variant, known.map((one) => display(one)).join(' or '))
  return variant as value | undefined
}

/** For a profile without variants: an option would be taken silently. */
function checkNoVariant(profile: string, given: readonly unknown[]) {
  const [options] = given
  if (options === undefined) return
  const fields: [string, unknown][] = Object.entries(Object(options))
  const [[path, value] = ['options', options]] = fields
  const expected = 'nothing, as it has no options'
  throw invalidParameters(profile, [{ path, given: display(value), expected }])
}

/** The predeploy that is paid as miner, on every OP chain. */
const sequencerFeeVault = '0x4200000000000000000000000000000000000011'

/** Common options of chains of the OP Stack. */
const opStack = {
  hardfork: 'prague',
  l1Attributes: {},
  header: { miner: sequencerFeeVault, baseFeeRecipient: baseFeeVault },
} as const satisfies ProfileOptions

/** The subscriptions that base/base added to those of geth. */
function ofFlashblocks<const answer>(answer: answer) {
  return {
    newFlashblocks: answer,
    newFlashblockTransactions: answer,
    pendingLogs: answer,
  }
}

/**
 * Ethereum as geth serves it: a block every 12 s, and a pending block that is
 * only the node's guess.
 *
 * With `safe: 'fast'` (the Fast Confirmation Rule), `safe` is two blocks behind
 * instead of an epoch.
 *
 * @example
 * const node = createMockNode({ profile: ethereum({ safe: 'fast' }), accounts })
 *
 * @throws InvalidParametersError for another `safe` than `'fast'`.
 */
export function ethereum(
  options: { readonly safe?: 'fast' | undefined } = {},
): Profile {
  const safe = checkVariant('ethereum', 'safe', options, ['fast'])
  return {
    name: 'Ethereum',
    options: {
      chainId: 1,
      // 2026-11-12 00:00 UTC, the date of what was read
      timestamp: 1_794_441_600n,
      // How often its pending block takes up what arrived is up to a node.
      preconfirmationTime: 1_000,
      blockTime: 12_000,
      hardfork: 'osaka',
      pendingIdentity: 'nullHashAndMiner',
      finalityLag: { safe: safe === undefined ? 32 : 2, finalized: 80 },
      header: { initialBaseFeePerGas: 1_000_000_000n },
      answers: {
        receipts: 'atSeal',
        belowBaseFee: 'pooled',
        subscriptions: ofFlashblocks(-32601),
        sendSync: { defaultTimeout: 20_000, maxTimeout: 60_000 },
      },
    },
  }
}

const ofBase = {
  chainId: 8_453,
  hardfork: 'prague',
  calls: { environment: 'latest' },
  answers: {
    sendSync: {
      defaultTimeout: 2_000,
      maxTimeout: 6_000,
      beyondMax: 'refused',
      timeoutEncoding: 'number',
    },
  },
} as const satisfies ProfileOptions

/**
 * Base: since Denim, a block every 200 ms and no flashblocks. With `before:
 * 'denim'`, a block every 2 s, pre-confirmed every 200 ms.
 *
 * @example
 * const node = createMockNode({ profile: base(), accounts })
 *
 * @throws InvalidParametersError for another `before` than `'denim'`.
 */
export function base(
  options: { readonly before?: 'denim' | undefined } = {},
): Profile {
  const before = checkVariant('base', 'before', options, ['denim'])
  return before === undefined ? sinceDenim() : beforeDenim()
}

function sinceDenim(): Profile {
  return {
    name: 'Base',
    options: {
      ...ofBase,
      // 2026-11-05 18:00 UTC, when Denim was activated
      timestamp: 1_793_901_600n,
      preconfirmationTime: 20,
      blockTime: 200,
      baseTimeDeposit: true,
      beatsSeenBy: 'none',
      finalityLag: { safe: 1_000, finalized: 2_000 },
      l1Attributes: opStack.l1Attributes,
      header: {
        ...opStack.header,
        gasLimit: 40_000_000n,
        initialBaseFeePerGas: 200_000n,
        minBaseFeePerGas: 200_000n,
        baseFeeMaxChangeDenominator: 1_000,
        elasticityMultiplier: 5,
        extraData: '0x01000003e8000000050000000000030d40',
      },
    },
  }
}

function beforeDenim(): Profile {
  return {
    name: 'Base before Denim',
    chain: { name: 'Base' },
    options: {
      ...ofBase,
      // 2026-09-13 00:00 UTC, when the fee parameters were read
      timestamp: 1_789_257_600n,
      preconfirmationTime: 200,
      blockTime: 2_000,
      pendingIdentity: 'zeroHash',
      l1Attributes: opStack.l1Attributes,
      header: {
        ...opStack.header,
        gasLimit: 400_000_000n,
        initialBaseFeePerGas: 200_000n,
        minBaseFeePerGas: 200_000n,
        baseFeeMaxChangeDenominator: 100,
        elasticityMultiplier: 5,
        extraData: '0x0100000064000000050000000000030d40',
      },
    },
  }
}

/**
 * OP Mainnet: flashblocks every 250 ms, visible only under `pending`.
 *
 * @example
 * const node = createMockNode({ profile: opMainnet(), accounts })
 */
export function opMainnet(...given: readonly []): Profile {
  checkNoVariant('opMainnet', given)
  return {
    name: 'OP Mainnet',
    options: {
      ...opStack,
      chainId: 10,
      // 2026-06-26 00:00 UTC, when its answers were measured
      timestamp: 1_782_432_000n,
      preconfirmationTime: 250,
      blockTime: 2_000,
      finalityLag: { safe: 60, finalized: 600 },
      answers: { subscriptions: ofFlashblocks(-32602) },
    },
  }
}

/**
 * Unichain: blocks of one second, pre-confirmed every 200 ms with their roots.
 *
 * @example
 * const node = createMockNode({ profile: unichain(), accounts })
 */
export function unichain(...given: readonly []): Profile {
  checkNoVariant('unichain', given)
  return {
    name: 'Unichain',
    options: {
      ...opStack,
      chainId: 130,
      // 2026-03-05 00:00 UTC, the date of what was read
      timestamp: 1_772_668_800n,
      preconfirmationTime: 200,
      blockTime: 1_000,
      pendingStateRoot: 'everyBeat',
      finalityLag: { safe: 120, finalized: 1_200 },
    },
  }
}

/**
 * World Chain: flashblocks under `pending`. Calls and state reads may lag
 * behind the pending block.
 *
 * @example
 * const node = createMockNode({ profile: worldChain(), accounts })
 */
export function worldChain(...given: readonly []): Profile {
  checkNoVariant('worldChain', given)
  return {
    name: 'World Chain',
    options: {
      ...opStack,
      chainId: 480,
      // 2026-07-18 00:00 UTC, the date of what was read
      timestamp: 1_784_332_800n,
      preconfirmationTime: 200,
      blockTime: 2_000,
      finalityLag: { safe: 60, finalized: 600 },
    },
  }
}

/**
 * X Layer: blocks of one second, pre-confirmed every 200 ms; `eth_blockNumber`
 * accepts a block tag.
 *
 * @example
 * const node = createMockNode({ profile: xLayer(), accounts })
 */
export function xLayer(...given: readonly []): Profile {
  checkNoVariant('xLayer', given)
  return {
    name: 'X Layer',
    chain: {
      name: 'X Layer Mainnet',
      nativeCurrency: { name: 'OKB', symbol: 'OKB', decimals: 18 },
    },
    options: {
      ...opStack,
      chainId: 196,
      // 2026-01-15 00:00 UTC, the month of what was read
      timestamp: 1_768_435_200n,
      preconfirmationTime: 200,
      blockTime: 1_000,
      finalityLag: { safe: 120, finalized: 1_200 },
      answers: { blockNumberAcceptsTag: true },
    },
  }
}

/**
 * Arbitrum One: a block every 250 ms, and `pending` equals `latest`.
 *
 * With `after: 'earlyReceipts'`, the announced change of
 * `eth_sendRawTransactionSync`: it returns receipts sooner, with 32 zero bytes
 * as the block hash.
 *
 * @example
 * const node = createMockNode({ profile: arbitrum(), accounts })
 *
 * @throws InvalidParametersError for another `after` than `'earlyReceipts'`.
 */
export function arbitrum(
  options: { readonly after?: 'earlyReceipts' | undefined } = {},
): Profile {
  const after = checkVariant('arbitrum', 'after', options, ['earlyReceipts'])
  return {
    name: 'Arbitrum One',
    withoutEvm:
      'charges for the data that goes to Ethereum, and NUMBER is that of a block of Ethereum',
    options: {
      chainId: 42_161,
      // 2026-11-01 00:00 UTC, the month of what was read
      timestamp: 1_793_491_200n,
      preconfirmationTime: 25,
      blockTime: 250,
      hardfork: 'prague',
      beatsSeenBy: 'none',
      header: {
        gasLimit: 2n ** 50n,
        initialBaseFeePerGas: 20_000_000n,
        minBaseFeePerGas: 20_000_000n,
      },
      answers: {
        receiptFields: {
          gasUsedForL1: '0x0',
          l1BlockNumber: '0x0',
          timeboosted: false,
        },
        subscriptions: ofFlashblocks(-32601),
        sendSync: {
          defaultTimeout: 20_000,
          maxTimeout: 60_000,
          beyondMax: 'capped',
          timeoutEncoding: 'hex',
          ...(after && { blockHash: `0x${'0'.repeat(64)}` }),
        },
      },
    },
  }
}

/**
 * Monad: a block every 300 ms. It is latest when proposed, safe with the next
 * block, and finalized with the one after.
 *
 * @example
 * const node = createMockNode({ profile: monad(), accounts })
 */
export function monad(...given: readonly []): Profile {
  checkNoVariant('monad', given)
  return {
    name: 'Monad',
    chain: {
      nativeCurrency: { name: 'Monad', symbol: 'MON', decimals: 18 },
    },
    withoutEvm:
      'charges the gas limit, and prices cold accounts at 10,100 gas and storage by pages',
    options: {
      chainId: 143,
      // 2026-09-01 00:00 UTC, the month in which its block time was measured
      timestamp: 1_788_220_800n,
      preconfirmationTime: 30,
      blockTime: 300,
      hardfork: 'osaka',
      beatsSeenBy: 'none',
      finalityLag: { safe: 1, finalized: 2 },
      endpoint: { logRange: 1_000 },
      header: {
        gasLimit: 150_000_000n,
        initialBaseFeePerGas: 100_000_000_000n,
        minBaseFeePerGas: 100_000_000_000n,
      },
      answers: {
        subscriptions: {
          ...ofFlashblocks(-32602),
          newPendingTransactions: -32602,
          syncing: -32602,
          monadNewHeads: 'served',
          monadLogs: 'served',
        },
      },
    },
  }
}

/**
 * MegaETH: mini blocks every 10 ms within blocks of one second.
 *
 * @example
 * const node = createMockNode({ profile: megaEth(), accounts })
 */
export function megaEth(...given: readonly []): Profile {
  checkNoVariant('megaEth', given)
  return {
    name: 'MegaETH',
    withoutEvm:
      'meters storage apart from computation, at no less than 60,000 gas a transaction',
    options: {
      chainId: 4_326,
      // 2026-07-24 00:00 UTC, when its endpoint was measured
      timestamp: 1_784_851_200n,
      preconfirmationTime: 10,
      blockTime: 1_000,
      hardfork: 'prague',
      beatsSeenBy: 'latestState',
      answers: {
        subscriptions: {
          ...ofFlashblocks(-32601),
          newPendingTransactions: -32601,
          syncing: -32601,
          stateChanges: 'served',
          miniBlocks: 'served',
        },
        sendSync: {
          defaultTimeout: 5_000,
          maxTimeout: 3_000,
          beyondMax: 'capped',
          timeoutEncoding: 'number',
          blockHash: `0x${'f'.repeat(64)}`,
          expired: { code: -32000, message: 'realtime transaction expired' },
        },
      },
    },
  }
}

/**
 * RISE: shreds within a block; their receipts and logs have no block hash.
 *
 * @example
 * const node = createMockNode({ profile: rise(), accounts })
 */
export function rise(...given: readonly []): Profile {
  checkNoVariant('rise', given)
  return {
    name: 'RISE',
    options: {
      ...opStack,
      chainId: 4_153,
      // 2026-06-01 00:00 UTC; the date of what was read is not known
      timestamp: 1_780_272_000n,
      preconfirmationTime: 10,
      blockTime: 1_000,
      pendingIdentity: 'nullHash',
      beatsSeenBy: 'latest',
      answers: {
        subscriptions: { shreds: 'served' },
        sendSync: { beyondMax: 'refused', timeoutEncoding: 'number' },
      },
    },
  }
}

/**
 * Tempo: no native coin, and a block every 500 ms. Fees are no tokens' balance
 * here, and its own transaction type 0x76 is refused.
 *
 * @example
 * const node = createMockNode({ profile: tempo(), contracts: [pathUsd] })
 */
export function tempo(...given: readonly []): Profile {
  checkNoVariant('tempo', given)
  return {
    name: 'Tempo Mainnet',
    chain: { nativeCurrency: { name: 'USD', symbol: 'USD', decimals: 6 } },
    withoutEvm:
      'prices a new account or slot at 250,000 gas, and its tokens are precompiles',
    options: {
      chainId: 4_217,
      // 2026-08-22 00:00 UTC, the day after the last commit that was read
      timestamp: 1_787_356_800n,
      preconfirmationTime: 50,
      blockTime: 500,
      hardfork: 'osaka',
      beatsSeenBy: 'none',
      finalityLag: { safe: 1, finalized: 1 },
      header: {
        gasLimit: 500_000_000n,
        initialBaseFeePerGas: 600_000_000n,
        minBaseFeePerGas: 600_000_000n,
        elasticityMultiplier: 50,
      },
      answers: {
        nativeBalance: BigInt('42'.repeat(38)),
        callFees: 'unchecked',
        receiptFields: { feeToken: pathUsd, feePayer: '$from' },
      },
    },
  }
}

/** The token that pays fees unless an account chose another. */
const pathUsd = '0x20c0000000000000000000000000000000000000'

const byId: { readonly [id: number]: (() => Profile) | undefined } = {
  1: ethereum,
  10: opMainnet,
  130: unichain,
  143: monad,
  196: xLayer,
  480: worldChain,
  4153: rise,
  4217: tempo,
  4326: megaEth,
  8453: base,
  42161: arbitrum,
}

/**
 * The current profile of one of viem's chains.
 *
 * @example
 * import { base } from 'viem/chains'
 * const node = createMockNode({ profile: profileOf(base), accounts })
 *
 * @throws InvalidParametersError if the argument is not a chain.
 * @returns Undefined for a chain that has none, such as a testnet.
 */
export function profileOf(chain: Pick<Chain, 'id'>): Profile | undefined {
  const { id } = Object(chain) as { readonly id?: unknown }
  if (typeof id !== 'number')
    throw invalidParameters('profileOf', [
      { path: 'id', given: display(id), expected: "a chain's number" },
    ])
  return byId[id]?.()
}
