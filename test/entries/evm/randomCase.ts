import { privateKeyToAccount } from 'viem/accounts'
import type { Address, Hash, Hex } from '../../../src/base/hex/hex.js'
import type {
  Authorization,
  Environment,
  Hardfork,
} from '../../../src/engine/engine.js'
import type { Transaction } from './host.js'
import { createState, type MemoryState, type Written } from './memoryState.js'
import { createRandom, type Random } from './random.js'
import { createProgram } from './randomProgram.js'

export type RandomCase = {
  readonly environment: Environment
  readonly transaction: Transaction
  /** A new one at each call. */
  readonly createState: () => MemoryState
}

const sender: Address = '0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b'
const miner: Address = '0x2adc25665018aa1fe0e6bc666dac8fc2697ff9ba'
const contracts = [0xc0, 0xc1, 0xc2, 0xc3, 0xc4].map(addressOf)
const plain = addressOf(0xe0)
const nobody = addressOf(0xdead)
const signers = [1, 2, 3].map((key) =>
  privateKeyToAccount(`0x${key.toString(16).padStart(64, '0')}`),
)
const signerAddresses = signers.map(
  ({ address }) => address.toLowerCase() as Address,
)
const identity = addressOf(4)
const few = [100_000, 300_000, 1_000_000, 3_000_000]
/** Since Amsterdam, what is beyond 2^24 pays for state. */
const gasLimits = {
  osaka: few,
  amsterdam: [...few, 3_000_000, 2 ** 24 + 90_000, 2 ** 24 + 300_000],
} as { readonly [hardfork in Hardfork]?: readonly number[] } & {
  readonly osaka: readonly number[]
}
const precompiles = [
  // Without point evaluation, which the oracle has to be given.
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17],
  0x100,
].map(addressOf)

function addressOf(value: number): Address {
  return `0x${value.toString(16).padStart(40, '0')}`
}

/** Everything follows from the seed. */
export async function createCase(
  seed: number,
  hardfork: Hardfork,
): Promise<RandomCase> {
  const random = createRandom(seed)
  const addresses = createAddresses(random)
  const accounts = createAccounts(random, addresses, hardfork)
  return {
    environment: environmentOf(hardfork),
    transaction: await createTransaction(random, addresses, hardfork),
    createState: () => createState(accounts),
  }
}

/** The transactions of a block, all of one sender, and the accounts before. */
export async function createBlockCase(
  seed: number,
  hardfork: Hardfork,
): Promise<{
  readonly environment: Environment
  readonly transactions: readonly Transaction[]
  readonly accounts: { readonly [address: Address]: Written }
}> {
  const random = createRandom(seed)
  const addresses = createAddresses(random)
  const accounts = createAccounts(random, addresses, hardfork)
  const transactions: Transaction[] = []
  const count = 1 + random.below(5)
  while (transactions.length < count)
    transactions.push(await createTransaction(random, addresses, hardfork))
  return { environment: environmentOf(hardfork), transactions, accounts }
}

function createAddresses(random: Random): Address[] {
  return [
    ...[...contracts, ...contracts, ...contracts],
    ...signerAddresses,
    ...[sender, miner, plain, nobody],
    random.pick(precompiles),
    random.pick(precompiles),
    // What it returns is its input.
    ...[identity, identity],
  ]
}

function environmentOf(hardfork: Hardfork): Environment {
  return {
    hardfork,
    chainId: 1n,
    origin: sender,
    gasPrice: 0n,
    number: 1_000n,
    timestamp: 1_000_000n,
    gasLimit: 30_000_000n,
    baseFeePerGas: 7n,
    miner,
    mixHash: `0x${'5a'.repeat(32)}`,
    blobHashes: [],
    blobBaseFee: 1n,
    hashOf: () => `0x${'00'.repeat(32)}`,
    slotNumber: 1_234n,
  }
}

function createAccounts(
  random: Random,
  addresses: readonly Address[],
  hardfork: Hardfork,
) {
  const accounts: { [address: Address]: Written } = {
    [sender]: { balance: 10n ** 20n },
    [plain]: { balance: 5n },
  }
  for (const address of contracts)
    accounts[address] = {
      nonce: BigInt(random.pick([1, 1, 1, 5])),
      balance: BigInt(random.below(5)),
      code: random.chance(0.1)
        ? delegationTo(random.pick(addresses))
        : `0x${createProgram(random, addresses, hardfork)}`,
      storage: createStorage(random),
    }
  for (const address of signerAddresses) {
    const fields = random.pick<() => Written>([
      () => ({}),
      () => ({ balance: 3n }),
      () => ({ nonce: 1n }),
      () => ({ nonce: 1n, code: delegationTo(random.pick(addresses)) }),
      () => ({ nonce: 0n, code: '0x00' }),
    ])()
    if (Object.keys(fields).length > 0) accounts[address] = fields
  }
  return accounts
}

function delegationTo(address: Address): Hex {
  return `0xef0100${address.slice(2)}`
}

function createStorage(random: Random): { [key: Hash]: Hash } {
  const storage: { [key: Hash]: Hash } = {}
  for (let slot = 0; slot < 4; slot++)
    if (random.chance(0.4)) storage[toWord(slot)] = toWord(1 + random.below(2))
  return storage
}

function toWord(value: number): Hash {
  return `0x${value.toString(16).padStart(64, '0')}`
}

async function createTransaction(
  random: Random,
  addresses: readonly Address[],
  hardfork: Hardfork,
): Promise<Transaction> {
  const isCreation = random.chance(0.12)
  const authorizations = isCreation ? 0 : random.pick([0, 0, 0, 0, 0, 1, 2, 4])
  const data = isCreation
    ? createProgram(random, addresses, hardfork)
    : random.bytes(random.pick([0, 0, 4, 36, 100, 192, 384]))
  return {
    from: sender,
    to: isCreation ? null : random.pick([...addresses, ...contracts]),
    value: BigInt(random.pick([0, 0, 0, 1, 10])),
    data: `0x${data}`,
    gas: BigInt(random.pick(gasLimits[hardfork] ?? gasLimits.osaka)),
    nonce: 0n,
    maxFeePerGas: 10n,
    maxPriorityFeePerGas: BigInt(random.pick([0, 0, 2])),
    accessList: random.chance(0.2)
      ? [
          {
            address: random.pick(addresses),
            storageKeys: [toWord(random.below(4)), toWord(0)],
          },
        ]
      : [],
    authorizationList: await Promise.all(
      Array.from({ length: authorizations }, () => sign(random, addresses)),
    ),
  }
}

/** Most are right; others are of another chain, nonce or key. */
async function sign(
  random: Random,
  addresses: readonly Address[],
): Promise<Authorization> {
  const signer = random.pick(signers)
  const zero = addressOf(0)
  const address = random.pick([...addresses, zero])
  const chainId = random.pick([0, 1, 1, 1, 2])
  const nonce = random.pick([0, 0, 0, 1, 1, 2])
  const signed = await signer.signAuthorization({ address, chainId, nonce })
  const yParity = signed.yParity ?? 0
  return {
    address,
    chainId: BigInt(chainId),
    nonce: BigInt(nonce),
    yParity: random.chance(0.9) ? yParity : 1 - yParity,
    r: signed.r,
    s: signed.s,
  }
}
