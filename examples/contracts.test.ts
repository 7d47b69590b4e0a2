// A token and a pair as Foundry and Hardhat compile them, on a node that runs
// bytecode. Two people swap; the first swap is dropped at the seventh beat, and
// the second one's amount changes under "pending".
import { readFileSync } from 'node:fs'
import { createMockNode } from 'preseal'
import { evm } from 'preseal/evm'
import {
  type Abi,
  type Address,
  createPublicClient,
  custom,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  parseEther,
} from 'viem'
import { beforeEach, expect, test } from 'vitest'

const alice: Address = '0x00000000000000000000000000000000000a11ce'
const bob: Address = '0x0000000000000000000000000000000000000b0b'
const [one, two, pair] = [0n, 1n, 2n].map((nonce) =>
  getContractAddress({ from: alice, nonce }),
) as [Address, Address, Address]
const read = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`contracts/${name}.json`, import.meta.url), 'utf8'),
  )
const tokenArtifact: { abi: Abi; bytecode: { object: Hex } } = read('Token')
const pairArtifact: { abi: Abi; bytecode: Hex } = read('Pair')
const token = { abi: tokenArtifact.abi }
const pool = { address: pair, abi: pairArtifact.abi }
const supply = parseEther('1000000')
const most = 2n ** 256n - 1n

let node: ReturnType<typeof createMockNode>
let client: ReturnType<typeof createPublicClient>

beforeEach(() => {
  node = createMockNode({
    engine: evm(),
    accounts: { [alice]: { balance: parseEther('1') } },
  })
  client = createPublicClient({
    chain: node.chain,
    transport: custom(node.provider),
  })
  // Foundry's artifacts have the bytecode in an object, Hardhat's as a string.
  const tokenCode = tokenArtifact.bytecode.object
  const pairCode = pairArtifact.bytecode
  for (const symbol of ['ONE', 'TWO'])
    deploy(token.abi, tokenCode, [symbol, symbol, supply])
  deploy(pool.abi, pairCode, [one, two])
  for (const address of [one, two]) {
    send(alice, address, token.abi, 'approve', [pair, most])
    send(alice, address, token.abi, 'transfer', [bob, parseEther('1000')])
    send(bob, address, token.abi, 'approve', [pair, most])
  }
  send(alice, pair, pool.abi, 'add', [parseEther('1000'), parseEther('1000')])
  node.nextBlock()
})

function deploy(abi: Abi, bytecode: Hex, args: readonly unknown[]) {
  const data = encodeDeployData({ abi, bytecode, args })
  return node.preconfirm({ execute: true, from: alice, data })
}

function send(
  from: Address,
  to: Address,
  abi: Abi,
  functionName: string,
  args: readonly unknown[],
) {
  const data = encodeFunctionData({ abi, functionName, args })
  return node.preconfirm({ execute: true, from, to, data })
}

const swap = (from: Address, amount: bigint, minimum = 0n) =>
  send(from, pair, pool.abi, 'swap', [one, amount, minimum, from])

const balanceOf = (holder: Address) =>
  client.readContract({
    ...token,
    address: two,
    functionName: 'balanceOf',
    args: [holder],
    blockTag: 'pending',
  }) as Promise<bigint>

test('a dropped swap changes what the next one gives', async () => {
  const before = await balanceOf(bob)
  const first = swap(alice, parseEther('100'))
  node.nextBeat(3)
  swap(bob, parseEther('100'))
  node.nextBeat(3)
  const behind = (await balanceOf(bob)) - before

  node.drop(first)
  node.nextBeat()
  const alone = (await balanceOf(bob)) - before
  expect(behind).toBeLessThan(alone)
  expect(alone).toBe(90_661_089_388_014_913_158n)
})

test('a swap with a minimum turns from success to revert', async () => {
  // Bob swaps the other way first, so that there is more to get for Alice.
  const args = [two, parseEther('100'), 0n, bob]
  const first = send(bob, pair, pool.abi, 'swap', args)
  const second = swap(alice, parseEther('100'), parseEther('100'))
  node.nextBeat(6)
  const statusOf = async () =>
    (await client.getTransactionReceipt({ hash: second })).status
  expect(await statusOf()).toBe('success')

  node.drop(first)
  node.nextBeat()
  expect(await statusOf()).toBe('reverted')
})
