import {
  type Address,
  createMockNode,
  type Hex,
  type MockNode,
  type MockNodeOptions,
} from 'preseal'
import { evm } from 'preseal/evm'
import { assemble } from '../entries/evm/assemble.js'

export const alice: Address = '0x00000000000000000000000000000000000a11ce'
export const bob: Address = '0x0000000000000000000000000000000000000b0b'
export const target: Address = '0x000000000000000000000000000000000000c0de'
export const other: Address = '0x000000000000000000000000000000000000beef'

export const ether = 10n ** 18n

/** A node that runs this code at `target`. */
export function nodeWith(
  text: string,
  { accounts, ...options }: MockNodeOptions = {},
): MockNode {
  return createMockNode({
    engine: evm(),
    accounts: {
      [alice]: { balance: ether },
      [target]: { code: assemble(text) },
      ...accounts,
    },
    ...options,
  })
}

/** The answer, or the error as it is on the wire. */
export async function ask(
  node: MockNode,
  method: string,
  ...params: readonly unknown[]
): Promise<unknown> {
  const request = { method, params } as { method: 'eth_chainId' }
  try {
    return await node.provider.request(request)
  } catch (error) {
    const { code, message, data } = error as {
      code: number
      message: string
      data?: unknown
    }
    return data === undefined ? { code, message } : { code, message, data }
  }
}

/** Returns the word on top of the stack. */
export const returned = 'PUSH0 MSTORE 0x20 PUSH0 RETURN'

export function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}
