import type { Hash } from '../../src/base/hex/hex.js'
import { preconfirm } from '../../src/chain/admission/preconfirm.js'
import type { Chain } from '../../src/chain/blocks/chain.js'
import { beat } from '../../src/chain/intents/beat.js'
import { seal } from '../../src/chain/intents/seal.js'
import type { ChainConfig } from '../../src/chain/model/config.js'
import type { PreconfirmParameters } from '../../src/chain/model/transaction.js'
import { createChain } from '../../src/node/options/firstChain.js'
import type { Answer } from '../../src/rpc/answers/outcome.js'
import { prepare, readRequest, runPrepared } from '../../src/rpc/request.js'
import { defaultAnswers, type View } from '../../src/rpc/view/view.js'
import { config as chainConfig } from '../chain/config.js'

export const alice = '0x00000000000000000000000000000000000a11ce'
const bob = '0x0000000000000000000000000000000000000b0b'

export const word = (digits: string): Hash => `0x${digits.padStart(64, '0')}`

const config: ChainConfig = {
  ...chainConfig,
  initialBaseFeePerGas: 1_000n,
  baseFeeMaxChangeDenominator: 250,
  elasticityMultiplier: 6,
  minBaseFeePerGas: 1_000n,
  miner: '0x4200000000000000000000000000000000000011',
}

/** Two sealed blocks, the transactions in the pending one. */
export function newChain(transactions: Partial<PreconfirmParameters>[] = []) {
  let chain = createChain(config, {
    [alice]: { balance: 10n ** 18n, code: '0x6001', nonce: 7 },
    [bob]: { storage: { [word('1')]: word('2a') } },
  })
  chain = seal(chain, 2)
  for (const transaction of transactions)
    chain = preconfirm(chain, { from: alice, to: bob, ...transaction }).chain
  return beat(chain).chain
}

export const newView = (chain: Chain, options: Partial<View> = {}): View => ({
  chain,
  now: 400,
  pendingIdentity: 'partialHash',
  answering: defaultAnswers,
  ...options,
})

/** A request all the way, as the doors send it. */
export function ask(view: View, raw: unknown): Answer {
  const request = readRequest(raw)
  if (!request.ok) return { type: 'error', error: request.error }
  const prepared = prepare(view, request.method, request.params)
  if (prepared.type === 'write') throw new Error(`${request.method} writes`)
  return runPrepared(view, prepared)
}
