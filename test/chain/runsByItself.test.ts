import fc from 'fast-check'
import { createMockNode } from 'preseal'
import { erc20 } from 'preseal/contracts'
import { formatTimeline } from 'preseal/timeline'
import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { alice, bob, carol, token } from '../node/actors.js'
import { ask } from '../node/reads.js'
import { share } from '../runs.js'

const transfer = (value: bigint) =>
  encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [bob, value],
  })

const open = () =>
  createMockNode({
    accounts: { [alice]: { balance: 10n ** 18n }, [carol]: { code: '0x60' } },
    contracts: [
      erc20({ address: token, symbol: 'USDC', balances: { [alice]: 10n } }),
    ],
  })

test('behavior: a scripted call of a token succeeded and did nothing', async () => {
  const node = open()
  const call = { from: alice, to: token } as const
  const ran = node.preconfirm({ ...call, data: transfer(4n) })
  const failed = node.preconfirm({ ...call, data: transfer(50n) })
  node.nextBeat()
  expect(await ask(node, 'eth_getTransactionReceipt', ran)).toMatchObject({
    status: '0x1',
    logs: [{ address: token.toLowerCase() }],
  })
  expect(await ask(node, 'eth_getTransactionReceipt', failed)).toMatchObject({
    status: '0x0',
  })
  expect(formatTimeline(node)).toContain(
    'reverted: ERC20InsufficientBalance(sender: 0x0000…11ce, balance: 6e-18 USDC, needed: 50e-18 USDC)',
  )
})

test.each([
  ['execute: false', { to: token, execute: false }],
  ['logs', { to: token, logs: [] }],
  ['changes', { to: token, changes: {} }],
  ['a status', { to: token, status: 'success' }],
  ['bytecode that nothing runs', { to: carol }],
] as const)(
  'behavior: %s leaves it as scripted, and the story says so',
  (_, given) => {
    const node = open()
    node.preconfirm({ from: alice, data: transfer(4n), label: 'a', ...given })
    node.nextBeat()
    expect(formatTimeline(node)).toContain(
      '"a" pre-confirmed, block 1 beat 1, as scripted, not executed',
    )
  },
)

test('behavior: of two scripted payments, dropping the first dropped both', async () => {
  const node = open()
  const first = node.preconfirm({ from: alice, to: bob, value: 1n })
  const second = node.preconfirm({ from: alice, to: bob, value: 2n })
  node.nextBeat()
  node.drop(first)
  node.nextBeat()
  node.preconfirm({ from: alice, to: carol, value: 3n, nonce: 0 })
  node.nextBeat()
  const pending = await ask(node, 'eth_getBlockByNumber', 'pending', false)
  expect(pending).toMatchObject({ transactions: [expect.anything(), second] })
})

test('a block with little gas made a scripted call an execution, which failed for its gas', async () => {
  const data = `0x${'11'.repeat(2_500)}` as const
  for (const gasLimit of [60_000n, 60_000_000n]) {
    const node = createMockNode({
      accounts: { [alice]: { balance: 10n ** 18n }, [carol]: { code: '0x60' } },
      header: { gasLimit },
    })
    const hash = node.preconfirm({ from: alice, to: carol, data })
    node.nextBeat()
    expect(await ask(node, 'eth_getTransactionReceipt', hash)).toMatchObject({
      status: '0x1',
      gasUsed: '0x5208',
    })
  }
})

test("property: a scripted call's gas never depends on the block's gas limit", () =>
  fc.assert(
    fc.asyncProperty(
      fc.bigInt({ min: 21_000n, max: 2_000_000n }),
      fc.integer({ min: 4, max: 4_000 }),
      fc.nat({ max: 3 }),
      async (gasLimit, bytes, authorizations) => {
        const used = async (limit: bigint) => {
          const node = createMockNode({
            accounts: {
              [alice]: { balance: 10n ** 18n },
              [carol]: { code: '0x60' },
            },
            header: { gasLimit: limit },
          })
          const signed = {
            address: bob,
            nonce: 0,
            r: '0x1',
            s: '0x2',
            yParity: 0,
          } as const
          const hash = node.preconfirm({
            from: alice,
            to: carol,
            data: `0x${'11'.repeat(bytes)}`,
            ...(authorizations > 0 && {
              type: 'eip7702',
              authorizationList: Array.from(
                { length: authorizations },
                (_, chainId) => ({ ...signed, chainId: chainId + 1 }),
              ),
            }),
          })
          node.nextBeat()
          return ask(node, 'eth_getTransactionReceipt', hash)
        }
        const [small, large] = [await used(gasLimit), await used(60_000_000n)]
        const { gasUsed, status } = large as { [field: string]: unknown }
        expect(small).toMatchObject({ gasUsed, status })
      },
    ),
    { numRuns: share(100, 10) },
  ))
