import { createMockNode, type MockNodeOptions } from 'preseal'
import { ethereum } from 'preseal/chains'
import { mishapsOf } from 'preseal/explore'
import { readTimeline } from 'preseal/timeline'
import { createWallet } from 'preseal/wallet'
import {
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  multicall3Abi,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { bob } from '../../node/actors.js'

const token = '0x00000000000000000000000000000000000070cc'
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'

async function story(options: MockNodeOptions = {}) {
  const node = createMockNode({ ...options, clock: 'virtual' })
  const wallet = createWallet(node, {
    balance: 10n ** 18n,
    endpointFaults: true,
  })
  wallet.connect()
  const client = createPublicClient({ transport: custom(node.provider) })
  const user = createWalletClient({
    chain: node.chain,
    transport: custom(wallet.provider),
  })
  for (let poll = 0; poll < 12; poll++) {
    node.advance(500)
    await client.getBalance({ address: bob, blockTag: 'pending' })
    const { account } = wallet
    if (poll === 3) await user.sendTransaction({ account, to: bob, value: 1n })
  }
  return readTimeline(node)
}

describe('mishapsOf', () => {
  test('default: those that come first try something of everything', async () => {
    const mishaps = mishapsOf(await story())
    expect(
      mishaps.slice(0, 24).map(({ kind, name }) => `${kind}: ${name}`),
    ).toMatchInlineSnapshot(`
      [
        "late: the 1st eth_getBalance of 0x0000…0b0b at pending is answered 1500 ms late",
        "late: eth_maxPriorityFeePerGas is answered 1500 ms late",
        "late: eth_getBlockByNumber at latest is answered 1500 ms late",
        "late: the gas estimate of 0x0000…0b0b at pending is answered 1500 ms late",
        "late: eth_getTransactionCount of wallet at pending is answered 1500 ms late",
        "late: eth_sendRawTransaction is answered 1500 ms late",
        "failed: the 1st eth_getBalance of 0x0000…0b0b at pending fails with "header not found"",
        "failed: eth_maxPriorityFeePerGas fails with "header not found"",
        "failed: eth_getBlockByNumber at latest fails with "header not found"",
        "failed: the gas estimate of 0x0000…0b0b at pending fails with "header not found"",
        "failed: eth_getTransactionCount of wallet at pending fails with "header not found"",
        "failed: eth_sendRawTransaction fails with "temporarily unavailable"",
        "old: pending stands still for 10000 ms",
        "old: every other request goes to a node that is 600 ms behind",
        "otherBlock: pending is answered as latest for 10000 ms",
        "lost: eth_sendRawTransaction is carried out, but its answer is lost (HTTP 504)",
        "never: the sent transaction is never included",
        "dropped: the sent transaction is pre-confirmed and dropped 400 ms later",
        "omitted: the sent transaction is pre-confirmed, but its block is sealed without it",
        "reverted: the sent transaction is included as reverted",
        "revertedAtSeal: the sent transaction is pre-confirmed as a success, but sealed as reverted",
        "reorged: block 2 is replaced 1 ms after its seal by an empty block",
        "reorged: block 2 is replaced 1001 ms after its seal by an empty block",
        "rejected: the user rejects eth_sendTransaction",
      ]
    `)
  })

  test('behavior: delays were told as shorter where no client sees the beats', async () => {
    const mishaps = mishapsOf(await story({ profile: ethereum() }))
    const named = (kind: string) =>
      mishaps.filter((one) => one.kind === kind).map(({ name }) => name)
    // A block of 12 s, of which the story sees no seal, and three beats of 1 s.
    expect(named('delayed')).toEqual([
      'the sent transaction is included 12000 ms late',
      'the sent transaction is included 3000 ms late',
    ])
    expect(named('phase')).toEqual([
      'the application starts 1 ms after a beat',
      'the application starts 333 ms after a beat',
      'the application starts 666 ms after a beat',
    ])
  })

  test('behavior: each has a name of its own, and another effect', async () => {
    const mishaps = mishapsOf(await story())
    const names = mishaps.map(({ name }) => name)
    const effects = mishaps.map(({ name: _, kind: __, ...effect }) =>
      JSON.stringify(effect),
    )
    expect(new Set(names).size).toBe(mishaps.length)
    expect(new Set(effects).size).toBe(mishaps.length)
  })

  test('behavior: what is polled errs where its answers change, and not each time', async () => {
    const mishaps = mishapsOf(await story())
    const places = mishaps
      .filter(
        ({ kind, name }) => kind === 'late' && name.includes('Balance of 0x'),
      )
      .flatMap(({ name }) => /\d+/.exec(name) ?? [])
    expect([...new Set(places)]).toEqual(['1', '4', '5', '12', '2', '8'])
  })

  test('behavior: a read is aimed at wherever it travels', async () => {
    const node = createMockNode({ clock: 'virtual' })
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [bob],
    })
    const call = { target: token, allowFailure: true, callData: data } as const
    const batch = encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [[call]],
    })
    const { request } = node.provider
    for (const to of [token, multicall3] as const)
      await request({
        method: 'eth_call',
        params: [{ to, data: to === token ? data : batch }, 'latest'],
      }).catch(() => {})
    const found = mishapsOf(readTimeline(node)).find(
      ({ name }) =>
        name.startsWith('the 2nd read of') && name.includes('header not found'),
    )
    expect(found).toMatchObject({
      steps: [{ fault: { methods: ['eth_call'], skip: 1, times: 1 } }],
    })
  })

  test('options: a network is fair unless it is asked to be otherwise', async () => {
    const timeline = await story()
    const faults = (unfair: boolean) =>
      mishapsOf(timeline, { unfair }).flatMap(({ steps = [] }) =>
        steps.flatMap((step) => (step.type === 'fault' ? [step.fault] : [])),
      )
    const sends = ({ methods }: { methods?: readonly string[] | undefined }) =>
      methods?.includes('eth_sendRawTransaction')
    expect(faults(false).some(({ type }) => type === 'network')).toBe(false)
    expect(faults(false).some((one) => one.type === 'null' && sends(one))).toBe(
      false,
    )
    expect(faults(true).some(({ type }) => type === 'network')).toBe(true)
  })
})
