import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { evm } from 'preseal/evm'
import { describe, expect, test } from 'vitest'

const alice = '0x00000000000000000000000000000000000a11ce'
const accounts = { [alice]: { balance: 10n ** 20n } }

const ask = (node: MockNode, method: string, ...params: unknown[]) =>
  node.provider.request({ method, params } as never) as Promise<never>

const create = (options: MockNodeOptions) =>
  createMockNode({
    accounts,
    engine: evm(),
    sealing: 'instant',
    header: { gasLimit: 100_000_000n },
    ...options,
  })

/** PUSH3 size, PUSH0, RETURN, and zeros: code of `size` zeros. */
const deploys = (size: number, initcode = 6) =>
  `0x62${size.toString(16).padStart(6, '0')}5ff3${'00'.repeat(initcode - 6)}`

const gas = '0xfe0000'
const send = (node: MockNode, data: string) =>
  ask(node, 'eth_sendTransaction', { from: alice, data, gas })

async function statusOf(node: MockNode, data: string): Promise<string> {
  const receipt = await ask(
    node,
    'eth_getTransactionReceipt',
    await send(node, data),
  )
  return (receipt as { status: string }).status
}

describe('codeSizeLimit', () => {
  test.each([
    [undefined, 49_152],
    [100, 200],
    [30_000, 60_000],
  ])(
    'options: with %s, initcode of %i bytes is taken and no more',
    async (limit, most) => {
      const node = create({ codeSizeLimit: limit })
      expect(await statusOf(node, deploys(1, most))).toBe('0x1')
      const data = deploys(1, most + 1)
      await expect(send(node, data)).rejects.toThrow(
        'max initcode size exceeded',
      )
      const call = { from: alice, data }
      await expect(ask(node, 'eth_call', call)).rejects.toThrow(
        'max initcode size exceeded',
      )
      await expect(ask(node, 'eth_estimateGas', call)).rejects.toThrow(
        'max initcode size exceeded',
      )
    },
  )

  test("options: 'none' lets a contract of 70,000 bytes be deployed, as allowUnlimitedContractSize does", async () => {
    const node = create({ codeSizeLimit: 'none' })
    expect(await statusOf(node, deploys(70_000, 140_001))).toBe('0x1')
  })

  test('behavior: a factory creates what the limit allows, by CREATE as by transaction', async () => {
    const most = async (limit: number | 'none') => {
      const node = create({ codeSizeLimit: limit })
      // Copies its calldata to memory, creates from it, returns the address.
      const bytecode = '0x365f5f37365f5ff05f5260205ff3'
      const to = '0x00000000000000000000000000000000000fac70'
      node.setCode({ address: to, bytecode })
      const sizes = [100, 101, 24_576, 24_577]
      const made = await Promise.all(
        sizes.map((size) =>
          ask(node, 'eth_call', { from: alice, to, data: deploys(size) }),
        ),
      )
      return sizes.filter((_, index) => BigInt(made[index] ?? 0) !== 0n)
    }
    expect(await most(100)).toEqual([100])
    expect(await most(24_576)).toEqual([100, 101, 24_576])
    expect(await most('none')).toEqual([100, 101, 24_576, 24_577])
  })

  test.each([0, -1, 1.5, 'all'])('error: %j', (codeSizeLimit) => {
    expect(() => create({ codeSizeLimit: codeSizeLimit as number })).toThrow(
      /"?codeSizeLimit"? is .*expected an integer from 1 to .*'none'/,
    )
  })
})
