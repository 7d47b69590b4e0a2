import { createEVM } from '@ethereumjs/evm'
import {
  createAccount,
  createAddressFromString,
  hexToBytes,
} from '@ethereumjs/util'
import type { Hex } from 'viem'

/** Calls to one contract, by @ethereumjs/evm and its own state. */
export async function startEthereumjsEvm(
  address: Hex,
  code: Hex,
  storage: ReadonlyMap<Hex, Hex>,
): Promise<(data: Hex) => Promise<Hex>> {
  const evm = await createEVM()
  const { stateManager } = evm
  const to = createAddressFromString(address)
  await stateManager.putAccount(to, createAccount({ nonce: 1n }))
  await stateManager.putCode(to, hexToBytes(code))
  for (const [slot, word] of storage)
    await stateManager.putStorage(to, hexToBytes(slot), hexToBytes(word))
  return async (data) => {
    const { execResult } = await evm.runCall({ to, data: hexToBytes(data) })
    return `0x${Buffer.from(execResult.returnValue).toString('hex')}`
  }
}
