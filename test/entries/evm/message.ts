import { evm } from 'preseal/evm'
import { zeroHash } from '../../../src/base/hex/hex.js'
import type {
  Engine,
  Environment,
  Message,
} from '../../../src/engine/engine.js'
import type { Observer } from '../../../src/engine/observer.js'
import { addressOf } from './assemble.js'
import { createState, readerOf, type Written } from './memoryState.js'

export const alice = addressOf(0xa11ce)
export const target = addressOf(0xc0de)

export const environment: Environment = {
  hardfork: 'prague',
  chainId: 1n,
  origin: alice,
  gasPrice: 1n,
  number: 100n,
  timestamp: 1_000n,
  gasLimit: 30_000_000n,
  baseFeePerGas: 1n,
  miner: addressOf(0xfee),
  mixHash: zeroHash,
  blobHashes: [],
  blobBaseFee: 1n,
  hashOf: (number) => `0x${number.toString(16).padStart(64, '0')}`,
}

type Asked = {
  /** The interpreter. */
  engine?: Engine
  accounts?: { [address: `0x${string}`]: Written }
  message?: Partial<Message>
  environment?: Partial<Environment>
  observer?: Observer
}

/** Runs one message from alice, who is rich, to `target`. */
export function send(asked: Asked) {
  const state = createState({ [alice]: { balance: 1_000n }, ...asked.accounts })
  return (asked.engine ?? evm()).execute(
    readerOf(state),
    { ...environment, ...asked.environment },
    {
      from: alice,
      to: target,
      value: 0n,
      data: '0x',
      gas: 1_000_000n,
      nonce: 0n,
      accessList: [],
      authorizationList: [],
      ...asked.message,
    },
    asked.observer,
  )
}

/** The same to a contract of this code. */
export function runCode(code: `0x${string}`, asked: Asked = {}) {
  const accounts = { [target]: { nonce: 1n, code }, ...asked.accounts }
  return send({ ...asked, accounts })
}
