import { createMockNode, type MockNode, type Profile } from 'preseal'
import { erc20 } from 'preseal/contracts'
import { evm } from 'preseal/evm'
import {
  createPublicClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  parseEther,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { createPaymentApp } from '../../../examples/paymentApp.js'
import { profiles } from './profiles.js'

const user = '0x00000000000000000000000000000000000a11ce'
const token = '0x000000000000000000000000000000000000cafe'
const accounts = { [user]: { balance: parseEther('10') } }

/** What the application shows at the beat that takes up the payment. */
function shownAtTheBeat({ options: { beatsSeenBy, answers } }: Profile) {
  if (beatsSeenBy === 'none' || answers?.receipts === 'atSeal')
    return 'not paid'
  return beatsSeenBy === 'latest' ? 'paid' : 'being paid'
}

/** Tempo has no coin to pay with: tempo.test.ts has what it refuses. */
const hasCoin = (makeProfile: () => Profile) =>
  makeProfile().options.answers?.nativeBalance === undefined

describe.each(
  Object.entries(profiles).filter(([, makeProfile]) => hasCoin(makeProfile)),
)('a payment on %s', (_, makeProfile) => {
  test('default: a payment that is sealed', async () => {
    const profile = makeProfile()
    const node = createMockNode({ profile, accounts })
    const app = createPaymentApp(node, user)
    const hash = await app.click()
    expect(await app.readStatus(hash)).toBe('not paid')
    node.nextBeat()
    expect(await app.readStatus(hash)).toBe(shownAtTheBeat(profile))
    node.nextBlock()
    expect(await app.readStatus(hash)).toBe('paid')
    expect(await balanceOf(node, app.shop)).toBe(1n)
  })

  test('behavior: a payment that its block is sealed without', async () => {
    const node = createMockNode({ profile: makeProfile(), accounts })
    const app = createPaymentApp(node, user)
    const hash = await app.click()
    node.nextBeat()
    node.planSeal({ omit: [{ sent: { to: app.shop } }] })
    node.nextBlock()
    expect(await app.readStatus(hash)).toBe('not paid')
    expect(await balanceOf(node, app.shop)).toBe(0n)
  })
})

describe.each(Object.entries(profiles))(
  'an application on %s',
  (_, makeProfile) => {
    test('behavior: a token', async () => {
      const balances = { [user]: 100n }
      const usdc = erc20({
        address: token,
        symbol: 'USDC',
        decimals: 6,
        balances,
      })
      const node = createMockNode({
        profile: makeProfile(),
        accounts,
        contracts: [usdc],
      })
      const app = createPaymentApp(node, user)
      const args = [app.shop, 40n] as const
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args,
      })
      node.preconfirm({ from: user, to: token, data, execute: true })
      node.nextBeat()
      node.nextBlock()
      const client = createPublicClient({ transport: custom(node.provider) })
      expect(
        await client.readContract({
          address: token,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [app.shop],
          blockTag: 'latest',
        }),
      ).toBe(40n)
    })

    test('behavior: bytecode, or why it is refused', () => {
      const profile = makeProfile()
      const make = () => createMockNode({ profile, engine: evm() })
      if (profile.withoutEvm === undefined) expect(make).not.toThrow()
      else
        expect(make).toThrow(
          `Option "engine" is evm(), expected an engine for the bytecode of profile "${profile.name}". ${profile.name} ${profile.withoutEvm}.`,
        )
    })
  },
)

function balanceOf(node: MockNode, address: `0x${string}`): Promise<bigint> {
  const client = createPublicClient({ transport: custom(node.provider) })
  return client.getBalance({ address, blockTag: 'latest' })
}
