import { createMockNode } from 'preseal'
import { ethereum } from 'preseal/chains'
import { type EnsNames, ens } from 'preseal/contracts'
import { createPublicClient, custom, getAddress, parseAbi } from 'viem'
import { mainnet } from 'viem/chains'
import { namehash } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import { alice, bob, carol } from '../../node/actors.js'
import { refusal } from '../../node/schema/refusal.js'

const names: EnsNames = {
  'alice.eth': alice,
  'pay.alice.eth': alice,
  'bob.eth': { address: bob, texts: { url: 'https://bob.example' } },
}

function start() {
  const node = createMockNode({ profile: ethereum(), contracts: ens(names) })
  const client = createPublicClient({
    chain: mainnet,
    transport: custom(node.provider),
  })
  return { node, client }
}

describe('ens', () => {
  test('default: viem finds an address by its name, and the name back', async () => {
    const { client } = start()
    const addressOf = (name: string) => client.getEnsAddress({ name })
    const nameOf = (address: `0x${string}`) => client.getEnsName({ address })
    expect(await addressOf('alice.eth')).toBe(getAddress(alice))
    expect(await addressOf('pay.alice.eth')).toBe(getAddress(alice))
    expect(await addressOf('nobody.eth')).toBe(null)
    expect(await nameOf(alice)).toBe('alice.eth')
    expect(await nameOf(bob)).toBe('bob.eth')
    expect(await nameOf(carol)).toBe(null)
    expect(
      await client.getEnsAddress({ name: 'alice.eth', coinType: 60n }),
    ).toBe(alice)
    expect(await client.getEnsText({ name: 'bob.eth', key: 'url' })).toBe(
      'https://bob.example',
    )
    expect(await client.getEnsText({ name: 'bob.eth', key: 'avatar' })).toBe(
      null,
    )
    expect(await client.getEnsResolver({ name: 'bob.eth' })).toBe(
      '0xF29100983E058B709F3D539b0c765937B804AC15',
    )
  })

  test('behavior: the universal resolver of earlier releases of viem', async () => {
    const { client } = start()
    const address = '0xce01f8eee7e479c928f8919abd53e553a36cef67'
    const abi = parseAbi([
      'function reverse(bytes reverseName) view returns (string, address, address, address)',
    ])
    // As DNS writes `<alice>.addr.reverse`.
    const label = (text: string) =>
      [text.length, ...new TextEncoder().encode(text)] as const
    const bytes = [
      ...label(alice.slice(2)),
      ...label('addr'),
      ...label('reverse'),
      0,
    ]
    const reverseName =
      `0x${bytes.map((one) => one.toString(16).padStart(2, '0')).join('')}` as const
    const [name, owner] = await client.readContract({
      address,
      abi,
      functionName: 'reverse',
      args: [reverseName],
    })
    expect([name, owner]).toEqual(['alice.eth', getAddress(alice)])
  })

  test('behavior: registry and resolver know what is there', async () => {
    const { client } = start()
    const exists = (name: string) =>
      client.readContract({
        address: '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e',
        abi: parseAbi(['function recordExists(bytes32) view returns (bool)']),
        functionName: 'recordExists',
        args: [namehash(name)],
      })
    expect(await exists('alice.eth')).toBe(true)
    expect(await exists('nobody.eth')).toBe(false)
    // ethers asks the resolver itself; ens.deep.test.ts has all of it.
    expect(
      await client.readContract({
        address: '0xF29100983E058B709F3D539b0c765937B804AC15',
        abi: parseAbi(['function text(bytes32, string) view returns (string)']),
        functionName: 'text',
        args: [namehash('bob.eth'), 'url'],
      }),
    ).toBe('https://bob.example')
  })

  test('error: names that cannot be', () => {
    expect(refusal(() => ens({ 'Alice.eth': alice }))).toMatch(
      /^InvalidParametersError: ens: "Alice.eth" is no normalized name/,
    )
    expect(refusal(() => ens({ 'alice.eth': '0x12' }))).toMatch(
      /ens: "alice.eth" is "0x12", expected a 20-byte address/,
    )
    expect(refusal(() => ens(null as never))).toMatch(/ens was given null/)
  })
})
