import {
  type Block,
  createBlock,
  createBlockFromBytesArray,
} from '@ethereumjs/block'
import { type Common, createCommonFromGethGenesis } from '@ethereumjs/common'
import {
  createAccount,
  createAddressFromString,
  hexToBytes,
} from '@ethereumjs/util'
import { createVM, runBlock, type TxReceipt } from '@ethereumjs/vm'
import { bytesToHex, pad, trim } from 'viem'
import {
  decodeList,
  decodeRlp,
  type RlpItem,
} from '../../src/base/codec/rlp.js'
import type { Hash, Hex } from '../../src/base/hex/hex.js'
import type { AccountsParameters } from '../../src/chain/model/transaction.js'
import type { Fixtures, Genesis } from './readFixtures.js'

type VM = Awaited<ReturnType<typeof createVM>>

/** A block of the chain of the fixtures, as @ethereumjs/vm runs it. */
export type RanBlock = {
  readonly block: Block
  readonly receipts: readonly TxReceipt[]
  readonly createdAddresses: readonly (Hex | null)[]
  /** The accounts and slots that the head has, as they are after this block. */
  readonly accounts: AccountsParameters
}

/**
 * Runs the chain of the fixtures from its genesis block on. Each block is
 * checked against its own roots, so that what is returned is what its receipts
 * and its state were.
 */
export async function runChain(fixtures: Fixtures): Promise<RanBlock[]> {
  const { genesis } = fixtures
  const common = commonOf(genesis)
  const vm = await createVM({ common })
  await fill(vm, genesis)
  let root = await vm.stateManager.getStateRoot()
  const first = createBlock(
    {
      header: {
        timestamp: BigInt(genesis.timestamp),
        extraData: genesis.extraData,
        gasLimit: BigInt(genesis.gasLimit),
        difficulty: BigInt(genesis.difficulty),
        stateRoot: root,
      },
    },
    { common, setHardfork: true, skipConsensusFormatValidation: true },
  )
  const ran: RanBlock[] = [
    {
      block: first,
      receipts: [],
      createdAddresses: [],
      accounts: await accountsIn(vm, fixtures),
    },
  ]
  // BLOCKHASH asks for blocks before the one that runs.
  const blockchain = {
    getBlock: async (wanted: bigint | number) =>
      ran[Number(wanted)]?.block as Block,
    shallowCopy: () => blockchain,
  }
  Object.assign(vm, { blockchain })
  for (const bytes of splitRlp(fixtures.chain)) {
    const block = createBlockFromBytesArray(bytes as never, {
      common,
      setHardfork: true,
    })
    const result = await runBlock(vm, {
      block,
      root,
      setHardfork: true,
      skipBlockValidation: true,
      skipHeaderValidation: true,
    })
    root = result.stateRoot
    ran.push({
      block,
      receipts: result.receipts,
      createdAddresses: result.results.map(({ createdAddress }) =>
        createdAddress === undefined
          ? null
          : (createdAddress.toString() as Hex),
      ),
      accounts: await accountsIn(vm, fixtures),
    })
  }
  return ran
}

function commonOf(genesis: Genesis): Common {
  return createCommonFromGethGenesis(genesis as never, {
    chain: 'fixtures',
    // Blobs are of no interest here: a block has their hashes alone.
    customCrypto: { kzg: {} as never },
  })
}

/** One behind the other they are what a list holds, without its prefix. */
function splitRlp(chain: Hex): readonly RlpItem[] {
  const payload = hexToBytes(chain)
  const { length } = payload
  const prefix = [0xfa, length >> 16, (length >> 8) & 0xff, length & 0xff]
  return decodeList(decodeRlp(Uint8Array.of(...prefix, ...payload)))
}

async function fill({ stateManager }: VM, { alloc }: Genesis) {
  await stateManager.checkpoint()
  for (const [key, account] of Object.entries(alloc)) {
    const { balance, nonce = '0x0', code, storage = {} } = account
    const address = createAddressFromString(
      key.startsWith('0x') ? key : `0x${key}`,
    )
    await stateManager.putAccount(
      address,
      createAccount({ nonce: BigInt(nonce), balance: BigInt(balance) }),
    )
    if (code !== undefined)
      await stateManager.putCode(address, hexToBytes(code))
    for (const [slot, word] of Object.entries(storage))
      await stateManager.putStorage(
        address,
        hexToBytes(slot as Hex),
        hexToBytes(trim(word)),
      )
  }
  await stateManager.commit()
}

async function accountsIn(
  { stateManager }: VM,
  { headState }: Fixtures,
): Promise<AccountsParameters> {
  const accounts: { [address: Hex]: AccountsParameters[Hex] } = {}
  for (const [key, head] of Object.entries(headState.accounts)) {
    const address = createAddressFromString(key)
    const account = await stateManager.getAccount(address)
    if (account === undefined) continue
    const storage: { [slot: Hash]: Hex } = {}
    for (const slot of Object.keys(head.storage ?? {}) as Hash[]) {
      const word = await stateManager.getStorage(address, hexToBytes(slot))
      if (word.length > 0) storage[slot] = pad(bytesToHex(word))
    }
    if (account.isEmpty() && Object.keys(storage).length === 0) continue
    accounts[address.toString() as Hex] = {
      balance: account.balance,
      nonce: Number(account.nonce),
      code: bytesToHex(await stateManager.getCode(address)),
      storage,
    }
  }
  return accounts
}
