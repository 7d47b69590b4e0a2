import { createBlock } from '@ethereumjs/block'
import { createTxFromRLP } from '@ethereumjs/tx'
import { createAddressFromString } from '@ethereumjs/util'
import { runBlock } from '@ethereumjs/vm'
import { createMockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { type Address, bytesToHex, type Hex, hexToBytes } from 'viem'
import type { Engine, Hardfork } from '../../../src/engine/engine.js'
import { requestContracts } from '../../../src/engine/natives/systemContracts.js'
import { watchDepartures } from './departures.js'
import { createState } from './memoryState.js'
import { emptyVm, fill } from './oracle.js'
import { createBlockCase } from './randomCase.js'

type Wire = { readonly [field: string]: Hex }

/** What a block calls after its transactions has to have code. */
const answeringNothing = Object.fromEntries(
  requestContracts('amsterdam').map((address) => [address, { code: '0x00' }]),
) as { readonly [address: Address]: { readonly code: Hex } }

/**
 * What a node and ethereumjs make differently of a block of random
 * transactions: in receipts, roots, the access list or the hash.
 */
export async function differBlock(
  seed: number,
  hardfork: Hardfork,
): Promise<string | undefined> {
  const given = await createBlockCase(seed, hardfork)
  const { environment, transactions } = given
  const accounts: typeof given.accounts = {
    ...given.accounts,
    ...answeringNothing,
  }
  const alive = createState(accounts)
  const watched = watch(
    evm(),
    (address) => (alive.get(address)?.nonce ?? 0n) === 0n,
  )
  const node = createMockNode({
    engine: watched.engine,
    hardfork,
    chainId: 1,
    accounts: Object.fromEntries(
      Object.entries(accounts).map(([address, { nonce = 0n, ...rest }]) => [
        address,
        { ...rest, nonce: Number(nonce) },
      ]),
    ),
    header: {
      miner: environment.miner,
      gasLimit: environment.gasLimit,
      initialBaseFeePerGas: environment.baseFeePerGas,
    },
  })
  const ask = (method: string, ...params: unknown[]) =>
    node.provider.request({ method, params } as never) as Promise<never>
  for (const { nonce: _, ...transaction } of transactions)
    try {
      node.preconfirm({ ...asAsked(transaction), execute: true } as never)
    } catch {
      // Too little gas for its data: no block holds it.
    }
  node.nextBlock()
  if (watched.hasEof()) return undefined
  const block = await ask('eth_getBlockByNumber', '0x1', false)
  const receipts: Wire[] = await ask('eth_getBlockReceipts', '0x1')
  const own = {
    ...pick(block, roots),
    hash: (block as Wire).hash,
    statuses: receipts.map(({ status }) => status),
    gas: receipts.map(({ gasUsed }) => BigInt(gasUsed ?? 0)),
  }
  const other = await runOracle(block, receipts, accounts, hardfork, ask)
  return print(own) === print(other) || watched.departs()
    ? undefined
    : `${print(own)} instead of ${print(other)}`
}

const roots = [
  'gasUsed',
  'stateRoot',
  'receiptsRoot',
  'logsBloom',
  'requestsHash',
  'blockAccessListHash',
] as const

async function runOracle(
  wire: Wire,
  receipts: readonly Wire[],
  accounts: Parameters<typeof createState>[0],
  hardfork: Hardfork,
  ask: (method: string, ...params: unknown[]) => Promise<Hex>,
) {
  const vm = await emptyVm(hardfork)
  const { common } = vm
  await fill(vm, createState(accounts))
  const txs = []
  for (const { transactionHash, from } of receipts) {
    const raw = await ask('debug_getRawTransaction', transactionHash)
    const tx = createTxFromRLP(hexToBytes(raw), { common, freeze: false })
    const sender = createAddressFromString(from as string)
    tx.getSenderAddress = () => sender
    tx.isValid = () => true
    tx.isSigned = () => true
    txs.push(tx)
  }
  const header = {
    ...pick(wire, [...roots, 'parentHash', 'number', 'gasLimit', 'timestamp']),
    ...pick(wire, ['extraData', 'mixHash', 'baseFeePerGas', 'blobGasUsed']),
    ...pick(wire, ['excessBlobGas', 'parentBeaconBlockRoot', 'slotNumber']),
    coinbase: wire.miner,
    receiptTrie: wire.receiptsRoot,
    transactionsTrie: wire.transactionsRoot,
    withdrawalsRoot: wire.withdrawalsRoot,
  }
  const options = { common, skipConsensusFormatValidation: true }
  const hash = createBlock({ header } as never, options).hash()
  const block = createBlock(
    { header, transactions: [], withdrawals: [] } as never,
    { ...options, freeze: false },
  )
  block.transactions.push(...(txs as never[]))
  const ran = await runBlock(vm, {
    block,
    generate: true,
    skipBlockValidation: true,
    skipHeaderValidation: true,
    skipHardForkValidation: true,
  })
  return {
    gasUsed: toQuantity(ran.gasUsed),
    // Its own is of a state with an empty account of the system's caller.
    stateRoot: bytesToHex(await vm.stateManager.getStateRoot()),
    receiptsRoot: bytesToHex(ran.receiptsRoot),
    logsBloom: bytesToHex(ran.logsBloom),
    requestsHash: bytesToHex(ran.requestsHash as Uint8Array),
    blockAccessListHash: bytesToHex(
      ran.blockLevelAccessList?.hash() as Uint8Array,
    ),
    hash: bytesToHex(hash),
    statuses: ran.receipts.map((receipt) =>
      toQuantity((receipt as { status: number }).status),
    ),
    gas: ran.results.map(({ totalGasSpent }) => totalGasSpent),
  }
}

function asAsked({
  authorizationList,
  accessList,
  ...rest
}: {
  readonly authorizationList: readonly object[]
  readonly accessList: readonly object[]
}) {
  return authorizationList.length === 0
    ? { ...rest, type: 'eip1559', accessList }
    : {
        ...rest,
        type: 'eip7702',
        accessList,
        authorizationList: authorizationList.map((signed) => ({
          ...signed,
          chainId: Number((signed as { chainId: bigint }).chainId),
          nonce: Number((signed as { nonce: bigint }).nonce),
        })),
      }
}

/** The oracle refuses initcode of EOF without running it. */
function watch(
  inner: Engine,
  isDead: (address: Address) => boolean,
): { engine: Engine; hasEof: () => boolean; departs: () => boolean } {
  let hasEof = false
  const { observer, has } = watchDepartures(isDead)
  return {
    hasEof: () => hasEof,
    departs: has,
    engine: {
      ...inner,
      execute: (state, environment, message) =>
        inner.execute(state, environment, message, {
          ...observer,
          enter: (frame) => {
            const { type, input } = frame
            hasEof ||= type.startsWith('CREATE') && input().startsWith('0xef00')
            observer.enter?.(frame)
          },
        }),
    },
  }
}

function pick<field extends string>(
  wire: Wire,
  fields: readonly field[],
): { [name in field]: Hex | undefined } {
  return Object.fromEntries(
    fields.map((field) => [field, wire[field]]),
  ) as never
}

function toQuantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

function print(value: unknown): string {
  return JSON.stringify(value, (key, item) =>
    key === 'logsBloom' && typeof item === 'string'
      ? item.replace(/0{8,}/g, '…')
      : typeof item === 'bigint'
        ? String(item)
        : item,
  )
}
