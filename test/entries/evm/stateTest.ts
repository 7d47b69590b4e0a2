import { keccak256, pad, stringToHex } from 'viem'
import type { Address, Hash, Hex } from '../../../src/base/hex/hex.js'
import type {
  Engine,
  Environment,
  Execution,
} from '../../../src/engine/engine.js'
import { type Transaction, transact } from './host.js'
import { createState, type MemoryState, type Written } from './memoryState.js'
import { logsHashOf, stateRootOf } from './stateRoot.js'

/** A test of the repository ethereum/tests, as far as it is read here. */
export type StateTest = {
  readonly file: string
  readonly name: string
  readonly env: { readonly [name: string]: Hex }
  readonly pre: { readonly [address: Address]: Account }
  readonly transaction: TransactionText
  readonly post: readonly Expected[]
}

type Account = {
  readonly balance: Hex
  readonly code: Hex
  readonly nonce: Hex
  readonly storage: { readonly [key: Hex]: Hex }
}

type TransactionText = {
  readonly sender: Address
  readonly to: Address | ''
  readonly nonce: Hex
  readonly data: readonly Hex[]
  readonly gasLimit: readonly Hex[]
  readonly value: readonly Hex[]
  readonly gasPrice?: Hex
  readonly maxFeePerGas?: Hex
  readonly maxPriorityFeePerGas?: Hex
  readonly maxFeePerBlobGas?: Hex
  readonly blobVersionedHashes?: readonly Hash[]
  readonly accessLists?: readonly (Transaction['accessList'] | null)[]
}

export type Expected = {
  readonly hash: Hash
  readonly logs: Hash
  readonly indexes: {
    readonly data: number
    readonly gas: number
    readonly value: number
  }
  readonly expectException?: string
}

/** What differs from what is expected; undefined where nothing does. */
export async function judge(
  engine: Engine,
  test: StateTest,
  expected: Expected,
): Promise<string | undefined> {
  const state = readState(test)
  const outcome = runCase(engine, test, expected, state)
  const isRefused = typeof outcome === 'string'
  const { hash, logs, expectException } = expected
  if (isRefused !== (expectException !== undefined))
    return `${isRefused ? outcome : 'taken'} instead of ${expectException}`
  const root = await stateRootOf(state)
  if (root !== hash)
    return `state root ${root}, ${isRefused ? '' : (outcome.halt ?? outcome.status)}`
  const logged = logsHashOf(isRefused ? [] : outcome.logs)
  return logged === logs ? undefined : `logs ${logged}`
}

/** Runs it, and changes the state. */
function runCase(
  engine: Engine,
  test: StateTest,
  { indexes }: Expected,
  state: MemoryState,
): Execution | string {
  const { transaction } = test
  return transact(
    engine,
    state,
    readEnvironment(test),
    readTransaction(transaction, indexes),
  )
}

export function readState({ pre }: StateTest): MemoryState {
  const accounts: { [address: Address]: Written } = {}
  for (const [address, account] of Object.entries(pre)) {
    const { balance, nonce, code, storage } = account
    const words = Object.entries(storage).map(([key, word]) => [
      pad(key as Hex),
      pad(word),
    ])
    accounts[address as Address] = {
      balance: BigInt(balance),
      nonce: BigInt(nonce),
      code,
      storage: Object.fromEntries(words),
    }
  }
  return createState(accounts)
}

export function readEnvironment({ env, transaction }: StateTest): Environment {
  const number = (name: string) => BigInt(env[name] ?? '0x0')
  return {
    hardfork: 'cancun',
    chainId: 1n,
    origin: transaction.sender,
    gasPrice: 0n,
    number: number('currentNumber'),
    timestamp: number('currentTimestamp'),
    gasLimit: number('currentGasLimit'),
    baseFeePerGas: number('currentBaseFee'),
    miner: env.currentCoinbase as Address,
    mixHash: pad(env.currentRandom as Hex),
    blobHashes: transaction.blobVersionedHashes ?? [],
    blobBaseFee: blobBaseFee(number('currentExcessBlobGas')),
    hashOf: (wanted) => keccak256(stringToHex(String(wanted))),
  }
}

export function readTransaction(
  text: TransactionText,
  indexes: Expected['indexes'],
): Transaction {
  const at = (list: readonly Hex[], index: number) =>
    BigInt(list[index] ?? '0x')
  const { sender, to, gasPrice, maxFeePerBlobGas, accessLists } = text
  const price = (fee: Hex | undefined) => BigInt(fee ?? gasPrice ?? '0x0')
  return {
    from: sender,
    to: to === '' ? null : to,
    nonce: BigInt(text.nonce),
    data: text.data[indexes.data] ?? '0x',
    gas: at(text.gasLimit, indexes.gas),
    value: at(text.value, indexes.value),
    maxFeePerGas: price(text.maxFeePerGas),
    maxPriorityFeePerGas: price(text.maxPriorityFeePerGas),
    maxFeePerBlobGas:
      maxFeePerBlobGas === undefined ? undefined : BigInt(maxFeePerBlobGas),
    accessList: accessLists?.[indexes.data] ?? [],
    authorizationList: [],
  }
}

/** EIP-4844: e to the power of the excess, by its series. */
function blobBaseFee(excess: bigint): bigint {
  const fraction = 3_338_477n
  let sum = 0n
  let term = fraction
  for (let index = 1n; term > 0n; index++) {
    sum += term
    term = (term * excess) / (fraction * index)
  }
  return sum / fraction
}
