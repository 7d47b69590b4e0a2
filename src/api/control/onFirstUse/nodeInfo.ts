import { keccak256 } from '../../../base/hash/keccak256.js'
import {
  type Hash,
  type Hex,
  toBytes,
  toHex,
  toQuantity,
  toWord,
} from '../../../base/hex/hex.js'
import type { Chain } from '../../../chain/blocks/chain.js'
import { askOf, type Main } from './ask.js'

/** Who the node is, as anvil says it. */
export async function metadata(main: Main) {
  const { chain } = main.runtime.settle()
  const { chainId, clientVersion } = chain.config
  const latest = blockOf(chain, main, 'latest')
  return {
    clientVersion,
    chainId,
    instanceId: instanceId(blockOf(chain, main, '0x0'), main.instance.resets),
    latestBlockNumber: Number(latest?.number),
    latestBlockHash: latest?.hash,
    forkedNetwork: null,
  }
}

/** The latest block and what the next one is to have. */
export async function nodeInfo(main: Main) {
  const { chain } = main.runtime.settle()
  const { config, open } = chain
  const latest = blockOf(chain, main, 'latest')
  const tip = BigInt(askOf(chain, main)<Hex>('eth_maxPriorityFeePerGas'))
  return {
    currentBlockNumber: latest?.number,
    currentBlockTimestamp: Number(latest?.timestamp),
    currentBlockHash: latest?.hash,
    hardFork: config.hardfork,
    transactionOrder: 'fifo',
    environment: {
      baseFee: toQuantity(open.baseFeePerGas),
      chainId: config.chainId,
      gasLimit: toQuantity(open.gasLimit),
      gasPrice: toQuantity(open.baseFeePerGas + tip),
    },
    forkConfig: { forkUrl: null, forkBlockNumber: null },
  }
}

function blockOf(chain: Chain, main: Main, selector: 'latest' | '0x0') {
  return askOf(chain, main)<{
    number: Hex
    hash: Hash
    timestamp: Hex
  } | null>('eth_getBlockByNumber', selector, false)
}

/**
 * Derived from genesis and resets, so that the same script gives the same id.
 */
function instanceId(genesis: { hash: Hash } | null, resets: number): Hash {
  const start = genesis?.hash ?? '0x'
  const count = toWord(BigInt(resets)).slice(2)
  return toHex(keccak256(toBytes(`${start}${count}`)))
}
