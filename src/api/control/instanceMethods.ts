import { keccak256 } from '../../base/hash/keccak256.js'
import { toBytes, toHex, toQuantity, toWord } from '../../base/hex/hex.js'
import { type Result, refuse } from '../../base/hex/parse.js'
import { type Chain, latestNumber } from '../../chain/blocks/chain.js'
import { blockHash, latestHash } from '../../chain/lookup/blockHash.js'
import { findBlock, findSealedBlock } from '../../chain/lookup/find.js'
import { suggestTip } from '../../rpc/fees/suggestTip.js'
import { method } from './method.js'

/** Methods of test clients about the node as a program, and its restart. */
export const instanceMethods = {
  reset: method(
    [{ name: 'options', parse: parseNoFork }],
    ({ verbs, snapshots, instance }) => {
      verbs.seek(0)
      snapshots.forgetFrom(0)
      instance.resets++
    },
  ),

  metadata: method([], ({ runtime, instance }) => {
    const { chain } = runtime.settle()
    const { chainId, clientVersion } = chain.config
    return {
      clientVersion,
      chainId,
      instanceId: instanceId(chain, instance.resets),
      latestBlockNumber: Number(latestNumber(chain)),
      latestBlockHash: latestHash(chain),
      forkedNetwork: null,
    }
  }),

  nodeInfo: method([], ({ runtime }) => {
    const { chain } = runtime.settle()
    const { config, open } = chain
    return {
      currentBlockNumber: toQuantity(latestNumber(chain)),
      currentBlockTimestamp: Number(timestampOf(chain)),
      currentBlockHash: latestHash(chain),
      hardFork: config.hardfork,
      transactionOrder: 'fifo',
      environment: {
        baseFee: toQuantity(open.baseFeePerGas),
        chainId: config.chainId,
        gasLimit: toQuantity(open.gasLimit),
        gasPrice: toQuantity(open.baseFeePerGas + suggestTip(chain)),
      },
      forkConfig: { forkUrl: null, forkBlockNumber: null },
    }
  }),
}

/**
 * Derived from genesis and resets, so that the same script gives the same id.
 */
function instanceId(chain: Chain, resets: number) {
  const genesis = findSealedBlock(chain, 0n)
  const start = genesis === null ? '0x' : blockHash(chain, genesis)
  return toHex(keccak256(toBytes(`${start}${toWord(BigInt(resets)).slice(2)}`)))
}

function timestampOf(chain: Chain): bigint {
  const latest = findBlock(chain, { type: 'tag', tag: 'latest' })
  return latest?.timestamp ?? chain.config.genesisTimestamp
}

function parseNoFork(given: unknown): Result<null> {
  return isNothing(given)
    ? { ok: true, value: null }
    : refuse(
        given,
        'nothing or {}, since nothing is forked; preseal/record turns what an endpoint answers into a scenario',
      )
}

/** viem sends a fork without endpoint and block. */
function isNothing(given: unknown): boolean {
  return (
    given === undefined ||
    given === null ||
    (typeof given === 'object' && Object.values(given).every(isNothing))
  )
}
