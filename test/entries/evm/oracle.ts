import { createBlock } from '@ethereumjs/block'
import { Common, Hardfork, Mainnet } from '@ethereumjs/common'
import type { InterpreterStep } from '@ethereumjs/evm'
import { Caches, MerkleStateManager } from '@ethereumjs/statemanager'
import { createTx, type TypedTransaction } from '@ethereumjs/tx'
import { createAccount, createAddressFromString } from '@ethereumjs/util'
import { createVM, runTx } from '@ethereumjs/vm'
import { bytesToHex, hexToBytes, toHex, trim } from 'viem'
import type { Hex } from '../../../src/base/hex/hex.js'
import type { Environment } from '../../../src/engine/engine.js'
import type { ExecutionLog } from '../../../src/engine/observer.js'
import type { Transaction } from './host.js'
import { keccak } from './keccak.js'
import type { MemoryState } from './memoryState.js'

export type Outcome = {
  status: 'success' | 'reverted'
  gasUsed: bigint
  output: Hex
  logs: ExecutionLog[]
  stateRoot: Hex
}

type VM = Awaited<ReturnType<typeof createVM>>

/**
 * What @ethereumjs/vm makes of a transaction, or why it refuses it. The state
 * stays as it is.
 */
export async function runOracle(
  state: MemoryState,
  environment: Environment,
  transaction: Transaction,
  onStep?: (step: InterpreterStep) => void,
): Promise<Outcome | string> {
  const vm = await emptyVm(environment.hardfork)
  const { common } = vm
  await fill(vm, state)
  const block = createBlock(
    {
      header: {
        number: environment.number,
        timestamp: environment.timestamp,
        gasLimit: environment.gasLimit,
        baseFeePerGas: environment.baseFeePerGas,
        coinbase: environment.miner,
        mixHash: environment.mixHash,
        excessBlobGas: 0n,
        ...(environment.hardfork === 'amsterdam' && {
          slotNumber: environment.slotNumber ?? 0n,
        }),
      },
    },
    { common, skipConsensusFormatValidation: true },
  )
  if (onStep !== undefined) vm.evm.events?.on('step', onStep)
  try {
    const tx = createUnsigned(transaction, common)
    const { execResult, totalGasSpent } = await runTx(vm, { tx, block })
    const { exceptionError, returnValue, logs = [] } = execResult
    return {
      status: exceptionError === undefined ? 'success' : 'reverted',
      gasUsed: totalGasSpent,
      output: bytesToHex(returnValue),
      logs: logs.map(([address, topics, data]) => ({
        address: bytesToHex(address),
        topics: topics.map((topic) => bytesToHex(topic)),
        data: bytesToHex(data),
      })),
      stateRoot: bytesToHex(await vm.stateManager.getStateRoot()),
    }
  } catch (error) {
    return String(error)
  } finally {
    if (onStep !== undefined) vm.evm.events?.off('step', onStep)
  }
}

const hardforks = {
  cancun: 'Cancun',
  prague: 'Prague',
  osaka: 'Osaka',
  amsterdam: 'Amsterdam',
} as const

const vms = new Map<string, { vm: Promise<VM>; uses: number }>()
/** Its database forgets nothing. */
const mostUses = 200
const emptyRoot = hexToBytes(
  '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
)

export async function emptyVm(hardfork: keyof typeof hardforks): Promise<VM> {
  const common = new Common({
    chain: Mainnet,
    hardfork: Hardfork[hardforks[hardfork]],
    customCrypto: { keccak256: keccak },
  })
  const known = vms.get(hardfork)
  const isFresh = known !== undefined && known.uses < mostUses
  const { vm, uses } = isFresh
    ? known
    : {
        vm: createVM({
          common,
          stateManager: new MerkleStateManager({
            common,
            caches: new Caches(),
          }),
        }),
        uses: 0,
      }
  vms.set(hardfork, { vm, uses: uses + 1 })
  await (await vm).stateManager.setStateRoot(emptyRoot)
  return vm
}

export async function fill({ stateManager }: VM, state: MemoryState) {
  for (const [key, { balance, nonce, code, storage }] of state) {
    const address = createAddressFromString(key)
    await stateManager.putAccount(address, createAccount({ nonce, balance }))
    if (code !== '0x') await stateManager.putCode(address, hexToBytes(code))
    for (const [slot, word] of storage)
      await stateManager.putStorage(
        address,
        hexToBytes(slot),
        hexToBytes(trim(word)),
      )
  }
}

/** The sender is taken at its word; types by what the transaction has. */
function createUnsigned(
  transaction: Transaction,
  common: Common,
): TypedTransaction {
  const { from, to, value, data, gas, nonce } = transaction
  const { maxFeePerGas, maxPriorityFeePerGas, authorizationList } = transaction
  const accessList = transaction.accessList.map(({ address, storageKeys }) => ({
    address,
    storageKeys: [...storageKeys],
  }))
  const fields = {
    chainId: common.chainId(),
    nonce,
    gasLimit: gas,
    value,
    data,
    maxFeePerGas,
    maxPriorityFeePerGas,
    accessList,
    ...(to !== null && { to }),
  }
  const options = { common, freeze: false, allowUnlimitedInitCodeSize: true }
  const tx =
    authorizationList.length === 0
      ? createTx({ ...fields, type: 2 }, options)
      : createTx(
          {
            ...fields,
            type: 4,
            authorizationList: authorizationList.map((signed) => ({
              chainId: toHex(signed.chainId),
              address: signed.address,
              nonce: toHex(signed.nonce),
              yParity: toHex(signed.yParity),
              r: trim(signed.r),
              s: trim(signed.s),
            })),
          },
          options,
        )
  const sender = createAddressFromString(from)
  tx.isSigned = () => true
  tx.getSenderAddress = () => sender
  return tx
}
