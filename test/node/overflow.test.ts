import fc from 'fast-check'
import {
  createMockNode,
  isPresealError,
  type MockNode,
  type PreconfirmParameters,
} from 'preseal'
import { type Address, getContractAddress, maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { share } from '../runs.js'
import { says } from '../says.js'
import { alice, bob, carol, everyone, funded, miner } from './actors.js'
import { listen } from './listen.js'
import { ask, readBalance, readNonce, readTransaction } from './reads.js'

const vaults = {
  baseFee: '0x4200000000000000000000000000000000000019',
  l1Fee: '0x420000000000000000000000000000000000001a',
} as const
const lastNonce = 2n ** 64n - 1n

describe('what no account can hold', () => {
  test('default: a transfer above 2^256 - 1 wei is refused', async () => {
    const node = createMockNode(funded)
    node.setBalance({ address: bob, value: maxUint256 - 5n })
    expect(
      thrown(() => node.preconfirm({ from: alice, to: bob, value: 6n })),
    ).toEqual(says('ChainRuleError … Give it less with "accounts" or'))
    node.preconfirm({ from: alice, to: bob, value: 5n })
    node.nextBeat()
    expect(await readBalance(node, bob, 'pending')).toBe(maxUint256)
    expect(await readNonce(node, alice, 'pending')).toBe(1)
  })

  test('behavior: what is queued counts', () => {
    const node = createMockNode(funded)
    node.setBalance({ address: bob, value: maxUint256 - 5n })
    node.preconfirm({ from: alice, to: bob, value: 3n })
    expect(
      thrown(() => node.preconfirm({ from: alice, to: bob, value: 3n })),
    ).toContain('ChainRuleError')
    node.preconfirm({ from: bob, to: alice, value: 1n })
    node.preconfirm({ from: alice, to: bob, value: 3n })
  })

  const priced = {
    from: alice,
    to: carol,
    maxFeePerGas: 9n,
    maxPriorityFeePerGas: 2n,
    l1: { l1Fee: 11n },
  } as const
  const minted = { from: carol, to: bob, type: 'deposit', mint: 3n } as const
  const created = getContractAddress({ from: alice, nonce: 0n })

  test.each<[string, Address, bigint, PreconfirmParameters]>([
    ['what a deposit mints', carol, 3n, minted],
    [
      'what a creation sends',
      created,
      5n,
      { from: alice, to: null, value: 5n },
    ],
    ['the fee of the miner', miner, 42_000n, priced],
    ['the base fee', vaults.baseFee, 147_000n, priced],
    ['the fee for L1 data', vaults.l1Fee, 11n, priced],
  ])('behavior: %s counts', async (_, given, gained, parameters) => {
    const address = given.toLowerCase() as Address
    const node = createMockNode({
      ...funded,
      header: {
        initialBaseFeePerGas: 7n,
        miner,
        baseFeeRecipient: vaults.baseFee,
      },
    })
    node.setBalance({ address, value: maxUint256 - gained + 1n })
    expect(thrown(() => node.preconfirm(parameters))).toContain(
      `ChainRuleError: Account ${address} would hold`,
    )
    node.setBalance({ address, value: maxUint256 - gained })
    node.preconfirm(parameters)
    node.nextBeat()
    expect(await readBalance(node, address, 'pending')).toBe(maxUint256)
  })

  test('behavior: who pays himself gains nothing', () => {
    const node = createMockNode()
    node.setBalance({ address: alice, value: maxUint256 })
    node.preconfirm({ from: alice, to: alice, value: maxUint256 })
  })

  test('behavior: a reverted transfer gives nothing', () => {
    const node = createMockNode(funded)
    node.setBalance({ address: bob, value: maxUint256 })
    const transfer = { from: alice, to: bob, value: 1n } as const
    node.preconfirm({ ...transfer, status: 'reverted' })
    expect(thrown(() => node.preconfirm(transfer))).toContain('ChainRuleError')
  })

  test('behavior: what no longer fits at its beat is dropped', async () => {
    const node = createMockNode(funded)
    const hash = node.preconfirm({ from: alice, to: bob, value: 6n })
    node.setBalance({ address: bob, value: maxUint256 - 5n })
    const told = listen(node, 'preconfirmed', 'dropped')
    node.nextBeat()
    expect(told).toMatchObject([
      ['dropped', { hash, reason: 'balanceOverflow' }],
    ])
    expect(await readTransaction(node, hash)).toBeNull()
    expect(await readBalance(node, bob, 'pending')).toBe(maxUint256 - 5n)
    expect(await readNonce(node, alice, 'pending')).toBe(0)
  })

  test('behavior: so is what fitted thanks to another that is dropped', async () => {
    const node = createMockNode(funded)
    node.setBalance({ address: bob, value: maxUint256 })
    const making = node.preconfirm({ from: bob, to: carol, value: 1n })
    const using = node.preconfirm({ from: alice, to: bob, value: 1n })
    node.nextBeat()
    const told = listen(node, 'dropped')
    node.drop(making)
    node.nextBeat()
    expect(told).toMatchObject([
      ['dropped', { hash: making, reason: 'requested' }],
      ['dropped', { hash: using, reason: 'balanceOverflow' }],
    ])
    expect(await readBalance(node, bob, 'pending')).toBe(maxUint256)
  })

  test('behavior: the nonce 2^64 - 1 is the last', async () => {
    const node = createMockNode(funded)
    node.setNonce({ address: alice, nonce: lastNonce - 1n })
    node.preconfirm({ from: alice, to: bob })
    expect(thrown(() => node.preconfirm({ from: alice, to: bob }))).toEqual(
      says('ChainRuleError … Give it a lower one with "accounts"'),
    )
    node.nextBlock(2)
    expect(await ask(node, 'eth_getTransactionCount', alice, 'latest')).toBe(
      '0xffffffffffffffff',
    )
  })

  test('behavior: no script makes a balance above it', async () => {
    const who = fc.constantFrom(...everyone)
    const amount = fc.constantFrom(0n, 1n, 2n ** 255n, maxUint256)
    const parameters = fc.record({
      from: who,
      to: who,
      value: amount,
      mint: amount,
      type: fc.constantFrom('eip1559', 'deposit' as const),
    })
    const set = fc.record({ address: who, value: amount })
    const script = fc.array(fc.oneof(parameters, parameters, set), {
      minLength: 5,
      maxLength: 20,
    })
    let refused = 0
    let dropped = 0
    await fc.assert(
      fc.asyncProperty(script, async (script) => {
        const node = createMockNode({ header: { miner } })
        node.on('dropped', ({ reason }) => {
          if (reason === 'balanceOverflow') dropped++
        })
        for (const one of script) {
          if ('address' in one) node.setBalance(one)
          else if (!tryTo(node, one)) refused++
        }
        node.nextBeat()
        for (const address of everyone)
          expect(
            await readBalance(node, address, 'pending'),
          ).toBeLessThanOrEqual(maxUint256)
      }),
      { numRuns: share(300, 30) },
    )
    // The scripts did reach what they are for.
    expect(refused).toBeGreaterThan(0)
    expect(dropped).toBeGreaterThan(0)
  })
})

/** False where it would overflow. */
function tryTo(
  node: MockNode,
  { mint, type, ...parameters }: PreconfirmParameters,
): boolean {
  try {
    node.preconfirm(
      type === 'deposit' ? { ...parameters, type, mint } : parameters,
    )
  } catch (error) {
    expect(error).toSatisfy(isPresealError)
    return (error as Error).name !== 'ChainRuleError'
  }
  return true
}
