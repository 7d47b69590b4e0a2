import FakeTimers from '@sinonjs/fake-timers'
import { createMockNode } from 'preseal'
import { erc20 } from 'preseal/contracts'
import { type Body, explore, mishapsOf } from 'preseal/explore'
import { annotate, readTimeline } from 'preseal/timeline'
import {
  createPublicClient,
  custom,
  erc20Abi,
  http,
  type PublicClient,
  toFunctionSelector,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { bob } from '../../node/actors.js'

const usdc = '0x00000000000000000000000000000000000070cc'
const dai = '0x0000000000000000000000000000000000000da1'
const node = {
  contracts: [
    erc20({ address: usdc, symbol: 'USDC', balances: { [bob]: 7n } }),
    erc20({ address: dai, symbol: 'DAI', balances: { [bob]: 3n } }),
  ],
}
const read = {
  address: usdc,
  abi: erc20Abi,
  functionName: 'balanceOf',
  args: [bob],
} as const

/** Reads in four ways, one after the other, and says what each came to. */
function reading(said: string[]): Body {
  return async ({ node, wallet, wait, onEnd }) => {
    const answers: string[] = []
    const ask = (client: PublicClient) =>
      client.readContract(read).then(String, () => 'failed')
    const direct = custom(node.provider, { retryCount: 0 })
    const alone = createPublicClient({ transport: direct })
    const batch = createPublicClient({
      transport: http('http://node.test', {
        fetchFn: node.fetch as never,
        batch: true,
        retryCount: 0,
      }),
    })
    const wallets = createPublicClient({
      transport: custom(wallet.provider, { retryCount: 0 }),
    })
    const many = createPublicClient({ chain: node.chain, transport: direct })
    answers.push(await ask(alone))
    await wait(100)
    const [first, gas] = await Promise.all([
      ask(batch),
      batch.getGasPrice().then(() => 'gas'),
    ])
    answers.push(`${first} ${gas}`)
    await wait(100)
    answers.push(await ask(wallets))
    await wait(100)
    const results = await many
      .multicall({
        blockTag: 'latest',
        contracts: [read, { ...read, address: dai }],
      })
      .catch(() => [])
    answers.push(results.map(({ result }) => `${result ?? 'failed'}`).join(' '))
    onEnd(() => void said.push(answers.join(', ')))
  }
}

async function saidWith(only: string) {
  const said: string[] = []
  const { findings } = await explore(reading(said), {
    node,
    timers: FakeTimers,
    duration: 2_000,
    only,
  })
  expect(findings).toEqual([])
  return said.at(-1)
}

const balance = 'read of USDC.balanceOf at latest'

describe('a mishap is aimed at what is read', () => {
  test.each([
    ['1st', 'failed, 7 gas, 7, 7 3', 'alone'],
    ['2nd', '7, failed gas, 7, 7 3', 'in a batch'],
    ['3rd', '7, 7 gas, failed, 7 3', 'past the wallet'],
    ['4th', '7, 7 gas, 7, failed failed', 'within Multicall3'],
  ])('the %s of them: %s, %s', async (nth, answers) => {
    const failed = `the ${nth} ${balance} fails with "header not found"`
    expect(await saidWith(failed)).toBe(answers)
  })

  test('behavior: of a multicall one call fails alone', async () => {
    const name = (read: string) => `the ${read} fails alone within Multicall3`
    expect(await saidWith(name(balance))).toBe('7, 7 gas, 7, failed 3')
    expect(await saidWith(name(balance.replace('USDC', 'DAI')))).toBe(
      '7, 7 gas, 7, 7 failed',
    )
  })
})

test('a selector was told in hex, though an ABI of the test has its name', async () => {
  const abi = [
    {
      type: 'function',
      name: 'score',
      inputs: [],
      outputs: [{ type: 'uint256', name: '' }],
      stateMutability: 'view',
    },
  ] as const
  const node = createMockNode()
  annotate(node, { abis: [abi] })
  const data = toFunctionSelector('function score() view returns (uint256)')
  const call = { to: bob, data }
  const request = { method: 'eth_call', params: [call, 'latest'] } as const
  // Whether it is answered does not matter here.
  await node.provider.request(request as never).catch(() => {})
  expect(mishapsOf(readTimeline(node))[0]?.name).toContain('.score at latest')
})

test('requests that a wallet answers by itself were named as not tried', async () => {
  const { unreachable } = await explore(
    async ({ wallet, node, watch }) => {
      const ask = (method: string) =>
        wallet.provider.request({ method } as never).catch(() => {})
      watch('wallet', () => wallet.isConnected, [])
      for (const method of [
        'eth_chainId',
        'eth_accounts',
        'eth_requestAccounts',
      ])
        await ask(method)
      await node.provider.request({ method: 'eth_gasPrice' }).catch(() => {})
    },
    {
      timers: FakeTimers,
      duration: 2_000,
      kinds: { rejected: 0, leftOpen: 0 },
    },
  )
  // A prompt, which the user could reject.
  expect(unreachable).toEqual(['eth_requestAccounts to the wallet'])
})
