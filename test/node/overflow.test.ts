import fc from 'fast-check'
import {
  createMockNode,
  isPresealError,
  type MockNode,
  type PreconfirmParameters,
} from 'preseal'
import { maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { thrown } from '../base/clock/thrown.js'
import { share } from '../runs.js'
import { alice, bob, everyone, funded, miner } from './actors.js'
import { readBalance } from './reads.js'

describe('what no account can hold', () => {
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
