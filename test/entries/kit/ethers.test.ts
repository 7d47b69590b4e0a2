import { BrowserProvider, Contract, Wallet } from 'ethers'
import { erc20 } from 'preseal/contracts'
import { nextBeatAsync, testNode } from 'preseal/vitest'
import { afterEach, expect, test, vi } from 'vitest'
import { alice, bob } from '../../conformance/actors.js'

const token = '0x000000000000000000000000000000000070ce70'
let provider: BrowserProvider

function start() {
  const node = testNode({
    contracts: [
      erc20({ address: token, symbol: 'T', balances: { [alice]: 100n } }),
    ],
  })
  provider = new BrowserProvider(node.provider, node.chain.id, {
    cacheTimeout: -1,
  })
  provider.pollingInterval = 200
  return node
}

afterEach(() => {
  provider.destroy()
})

test('behavior: a leap in time polls all along its way', async () => {
  const node = start()
  const blocks: number[] = []
  provider.on('block', (number) => blocks.push(number))
  await vi.advanceTimersByTimeAsync(100)
  const asked = node.answeredRequests.length
  await vi.advanceTimersByTimeAsync(6_000)
  expect(blocks).toEqual([1, 2, 3])
  expect(node.answeredRequests.length - asked).toBeGreaterThan(20)
})

test('behavior: events of a contract come while time leaps', async () => {
  const node = start()
  const amounts: bigint[] = []
  const contract = new Contract(
    token,
    ['event Transfer(address indexed from, address indexed to, uint256 value)'],
    provider,
  )
  await contract.on('Transfer', (_from, _to, value) => amounts.push(value))
  await vi.advanceTimersByTimeAsync(300)
  node.preconfirm({
    from: alice,
    to: token,
    data: `0xa9059cbb${bob.slice(2).padStart(64, '0')}${'7'.padStart(64, '0')}`,
    execute: true,
  })
  await vi.advanceTimersByTimeAsync(4_000)
  expect(amounts).toEqual([7n])
})

test.each([0, 1, 2, 3])(
  'behavior: wait() ends once it is sealed, however early it asks: %i turns',
  async (turns) => {
    const node = start()
    const signer = new Wallet(`0x${'1'.repeat(64)}`, provider)
    const { address } = signer
    node.setBalance({ address: address as '0x', value: 10n ** 18n })
    const sent = await signer.sendTransaction({ to: bob, value: 1n })
    const waiting = sent.wait()
    for (let turn = 0; turn < turns; turn++)
      await new Promise((resolve) => setTimeout(resolve, 0))
    await nextBeatAsync()
    expect(node).toBePreconfirmed(sent.hash as '0x')
    node.seal()
    await nextBeatAsync()
    expect((await waiting)?.status).toBe(1)
  },
)
