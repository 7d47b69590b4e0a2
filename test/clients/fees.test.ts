import { BrowserProvider, Wallet } from 'ethers'
import { createMockNode } from 'preseal'
import { createPublicClient, custom } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Web3 } from 'web3'
import { alice, bob, ether, word } from '../conformance/actors.js'

const accounts = { [alice]: { balance: ether } }
const header = { initialBaseFeePerGas: 1_000n }

/** Three sealed blocks with a tip each, one pending. */
function open(options = {}) {
  const node = createMockNode({ accounts, ...options })
  for (const tip of [10n, 20n, 30n]) {
    node.preconfirm({ from: alice, to: bob, maxPriorityFeePerGas: tip })
    node.nextBlock()
  }
  const viem = createPublicClient({ transport: custom(node.provider) })
  const ethers = new BrowserProvider(node.provider, undefined, {
    cacheTimeout: -1,
  })
  onTestFinished(() => ethers.destroy())
  return { node, viem, ethers, web3: new Web3(node.provider) }
}

describe('viem: fees', () => {
  test('default: what it proposes, without a base fee and with one', async () => {
    const free = open()
    expect(await free.viem.estimateFeesPerGas()).toEqual({
      maxFeePerGas: 20n,
      maxPriorityFeePerGas: 20n,
    })
    const { viem } = open({ header })
    const { baseFeePerGas } = await viem.getBlock()
    expect(await viem.estimateFeesPerGas()).toEqual({
      maxFeePerGas: ((baseFeePerGas ?? 0n) * 12n) / 10n + 20n,
      maxPriorityFeePerGas: 20n,
    })
    expect(
      await viem.estimateFeesPerGas({ type: 'legacy', chain: null }),
    ).toEqual({
      gasPrice: (((baseFeePerGas ?? 0n) + 20n) * 12n) / 10n,
    })
  })
})

describe('ethers: fees', () => {
  test('a base fee of 0 makes it send legacy transactions, one of 1 wei cures it', async () => {
    const typeOf = async (baseFeePerGas: bigint) => {
      const { ethers, node } = open({
        header: { initialBaseFeePerGas: baseFeePerGas },
      })
      node.handle('eth_estimateGas', () => '0x5208')
      const wallet = Wallet.createRandom(ethers)
      const { type } = await wallet.populateTransaction({ to: bob, value: 1n })
      return type
    }
    expect([await typeOf(0n), await typeOf(1n)]).toEqual([0, 2])
  })

  test('default: getFeeData', async () => {
    const free = open()
    expect({ ...(await free.ethers.getFeeData()) }).toEqual({
      gasPrice: 20n,
      maxFeePerGas: null,
      maxPriorityFeePerGas: null,
    })
    const { ethers } = open({ header: { initialBaseFeePerGas: 1n } })
    expect({ ...(await ethers.getFeeData()) }).toEqual({
      gasPrice: 21n,
      maxFeePerGas: 22n,
      maxPriorityFeePerGas: 20n,
    })
  })
})

describe('web3.js: fees', () => {
  test('default: prices, history, counts and proofs', async () => {
    const { web3 } = open({ header })
    const { eth } = web3
    const { baseFeePerGas } = await eth.getBlock()
    expect(await eth.getGasPrice()).toBe((baseFeePerGas ?? 0n) + 20n)
    expect(await eth.getMaxPriorityFeePerGas()).toBe(20n)
    expect(await eth.calculateFeeData()).toMatchObject({
      gasPrice: (baseFeePerGas ?? 0n) + 20n,
    })
    expect(await eth.getFeeHistory(2, 'pending', [50])).toMatchObject({
      oldestBlock: 3n,
      baseFeePerGas: [
        expect.any(BigInt),
        expect.any(BigInt),
        expect.any(BigInt),
      ],
    })
    expect(
      await Promise.all([
        eth.getBlockTransactionCount(1),
        eth.getBlockUncleCount(1),
        eth.getUncle(1, 0),
        eth.isSyncing(),
        eth.net.isListening(),
        eth.net.getPeerCount(),
      ]),
    ).toEqual([1n, 0n, null, false, true, 0n])
    expect(await eth.getTransactionFromBlock(2, 0)).toMatchObject({
      from: expect.stringMatching(new RegExp(alice, 'i')),
    })
    expect(await eth.getProof(alice, [word(1)], 'latest')).toMatchObject({
      nonce: 3n,
      storageProof: [{ value: 0n }],
    })
  })
})
