import fc from 'fast-check'
import { createMockNode, isPresealError, type MockNode } from 'preseal'
import { erc20 } from 'preseal/contracts'
import { evm } from 'preseal/evm'
import { encodeFunctionData, erc20Abi, multicall3Abi, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { multicall3Address } from '../../../src/base/hex/addresses.js'
import { addressOf, assemble } from '../../entries/evm/assemble.js'
import { alice, bob, carol, ether, token, word } from '../../node/actors.js'
import {
  pay,
  accounts as tokenAccounts,
  tokenNode,
  token as tokenOfCode,
} from '../../node/tokenNode.js'
import { share } from '../../runs.js'

const mirror = '0x0000000000000000000000000000000000003177'
const inert = '0x0000000000000000000000000000000000001e27'

/** Returns what bytecode can learn of block and state. */
const seen = [
  'TIMESTAMP',
  'NUMBER',
  'BASEFEE',
  'COINBASE',
  'GASLIMIT',
  'CHAINID',
  'GAS',
  'CALLER',
  'SELFBALANCE',
  `${bob} BALANCE`,
  `${tokenOfCode} EXTCODESIZE`,
  '0x00 SLOAD',
  '0x01 NUMBER SUB BLOCKHASH',
]
const size = (32 * seen.length).toString(16).padStart(4, '0')
const mirrorCode = assemble(
  `${seen
    .map((one, at) => `${one} 0x${(32 * at).toString(16).padStart(4, '0')}`)
    .join(' MSTORE ')} MSTORE 0x${size} 0x00 RETURN`,
)

const balanceOf = (holder: `0x${string}`) =>
  encodeFunctionData({
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [holder],
  })
const timeAbi = parseAbi([
  'function getCurrentBlockTimestamp() view returns (uint256)',
])
const several = encodeFunctionData({
  abi: multicall3Abi,
  functionName: 'aggregate3',
  args: [
    [
      {
        target: multicall3Address,
        allowFailure: true,
        callData: encodeFunctionData({ abi: timeAbi }),
      },
      { target: token, allowFailure: true, callData: balanceOf(bob) },
    ],
  ],
})

const calls: object[] = [
  ...([alice, bob] as const).flatMap((holder) => [
    { to: token, data: balanceOf(holder) },
    { to: tokenOfCode, data: balanceOf(holder) },
  ]),
  { to: mirror, data: '0x12345678' },
  { data: '0x12345678', to: carol },
  { to: multicall3Address, data: several },
  { from: alice, to: mirror },
  { from: bob, data: mirrorCode },
  { from: carol, data: mirrorCode },
  { to: mirror, data: '0x', input: '0x' },
]
const blocks = [
  'latest',
  'pending',
  'latest',
  'pending',
  'safe',
  '0x1',
  undefined,
]
const overrides = { [bob]: { balance: '0x7' } }

const questionsOf = (block: string | undefined) => [
  ...calls.map((call) => [call, block]),
  [{ to: mirror, data: '0x' }, block, overrides],
  [{ to: mirror, data: '0x' }, block, undefined, { time: '0x7' }],
]

type Deed = (node: MockNode, kept: (() => void)[]) => unknown

const control =
  (method: string, ...params: unknown[]): Deed =>
  ({ control }) =>
    control.request({ method, params } as never)

const usdc = (balance: bigint) =>
  erc20({ address: token, symbol: 'USDC', balances: { [bob]: balance } })

const deeds: { [name: string]: Deed } = {
  pay: (node) => pay(node, alice, bob, 1n),
  transfer: (node) =>
    node.preconfirm({
      from: alice,
      to: token,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [bob, 1n],
      }),
      execute: true,
      gas: 100_000n,
      label: 'transfer',
    }),
  value: (node) => node.preconfirm({ from: alice, to: bob, value: 1n }),
  beat: ({ nextBeat }) => nextBeat(),
  block: ({ nextBlock }) => nextBlock(),
  day: ({ advance }) => advance(60_000),
  second: ({ advance }) => advance(1_000),
  seal: ({ seal }) => seal(),
  reorg: ({ reorg }) => reorg(),
  drop: ({ drop }) => drop('transfer'),
  balance: (node) => node.setBalance({ address: bob, value: 9n }),
  code: (node) => node.setCode({ address: carol, bytecode: mirrorCode }),
  noCode: (node) => node.setCode({ address: tokenOfCode, bytecode: '0x00' }),
  storage: (node) =>
    node.setStorageAt({ address: mirror, index: '0x0', value: word(5) }),
  contract: (node) => node.setContract(usdc(77n)),
  cadence: (node) => node.setCadence({ blockTime: 1_000 }),
  finality: (node) => node.setFinalityLag({ safe: 0, finalized: 1 }),
  keep: (node, kept) => {
    const snapshot = node.snapshot()
    kept.push(() => node.revert(snapshot))
  },
  revert: (_, kept) => kept.pop()?.(),
  seek: ({ seek }) => seek(1_000),
  fault: ({ fault }, kept) => {
    kept.push(fault({ type: 'stale', beats: 2, everyNth: 2 }))
  },
  failing: ({ fault }) =>
    fault({ type: 'http', status: 500, times: 3, methods: ['eth_call'] }),
  handle: (node, kept) => {
    kept.push(node.handle('eth_call', () => word(7)))
  },
  fee: control('hardhat_setNextBlockBaseFeePerGas', '0x77359400'),
  miner: control('hardhat_setCoinbase', carol),
  time: control('evm_increaseTime', 77),
  mine: control('evm_mine'),
  impersonate: control('anvil_impersonateAccount', bob),
  sent: ({ provider }) =>
    provider
      .request({
        method: 'eth_sendTransaction',
        params: [{ from: alice, to: bob, value: '0x1' }],
      })
      .catch(() => {}),
}

/** What cannot be done leaves the node as it is. */
async function attempt(run: () => unknown): Promise<unknown> {
  try {
    return void (await run())
  } catch (error) {
    const all = error instanceof AggregateError ? error.errors : [error]
    const known = (one: unknown) =>
      isPresealError(one) || (one as Error).name === 'ProviderRpcError'
    if (!all.every(known)) throw error
    return String(error)
  }
}

function nodeWith(contracts: Parameters<MockNode['setContract']>[0][]) {
  const marker = { nonce: 1, code: `0xfe${inert.slice(2)}` } as const
  return tokenNode({
    clock: 'virtual',
    accounts: {
      ...tokenAccounts,
      [mirror]: { code: mirrorCode, balance: ether },
      ...(contracts.length === 0 && { [inert]: marker }),
    },
    contracts: [usdc(5n), ...contracts],
  })
}

async function answersOf(
  { provider }: MockNode,
  block: string | undefined,
): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const params of questionsOf(block)) {
    const request = { method: 'eth_call', params } as never
    const answer = provider.request(request)
    answers.push(await answer.catch((error: Error) => `${error.message}`))
  }
  return answers
}

describe('known calls', () => {
  test('property: they are answered as by a node that runs each', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.constantFrom(...Object.keys(deeds)),
            fc.constantFrom(...blocks),
          ),
          { maxLength: 30, size: 'max' },
        ),
        async (story) => {
          const node = nodeWith([])
          // With a function among its contracts, a node runs every call.
          const running = nodeWith([
            {
              type: 'native',
              address: inert,
              native: () => ({
                status: 'success',
                output: '0x',
                gasUsed: 0n,
              }),
            },
          ])
          const [kept, keptRunning]: (() => void)[][] = [[], []]
          for (const [name, block] of [
            ['block', 'latest'],
            ...story,
          ] as const) {
            const deed = deeds[name] as Deed
            const did = await attempt(() => deed(node, kept as []))
            const told = await attempt(() => deed(running, keptRunning as []))
            expect(did).toBe(told)
            for (let time = 0; time < 2; time++)
              expect(await answersOf(node, block)).toEqual(
                await answersOf(running, block),
              )
          }
        },
      ),
      { numRuns: share(200, 5) },
    )
  })

  /** A node, and how often its engine has run. */
  function counted(contracts: Parameters<typeof nodeWith>[0] = []) {
    const engine = evm()
    let runs = 0
    const node = createMockNode({
      contracts: [usdc(5n), ...contracts],
      engine: {
        ...engine,
        execute(...given) {
          runs++
          return engine.execute(...given)
        },
      },
    })
    const ask = async (of: object, ...more: unknown[]) => {
      const before = runs
      const params = [of, ...more]
      await node.provider.request({ method: 'eth_call', params } as never)
      return runs - before
    }
    return { node, ask }
  }

  const call = { to: token, data: balanceOf(bob) }

  test('behavior: the same call of the same state runs once', async () => {
    const { node, ask } = counted()
    expect(await ask(call, 'latest')).toBe(1)
    expect(await ask({ ...call }, 'latest')).toBe(0)
    expect(await ask(call, 'pending')).toBe(1)
    expect(await ask({ ...call, from: bob }, 'pending')).toBe(1)
    node.setBalance({ address: carol, value: 1n })
    expect(await ask(call, 'pending')).toBe(1)
    expect(await ask(call, 'pending')).toBe(0)
    const values = node.answeredRequests.map(({ outcome }) => outcome)
    expect(values).toHaveLength(6)
    expect(new Set(values.map((one) => JSON.stringify(one))).size).toBe(1)
  })

  test('behavior: a function among the contracts runs each time', async () => {
    let asked = 0
    const { ask } = counted([
      {
        type: 'native',
        address: inert,
        native: () => ({
          status: 'success',
          output: word(asked++),
          gasUsed: 0n,
        }),
      },
    ])
    for (let time = 0; time < 3; time++)
      expect(await ask({ to: inert, data: '0x' }, 'latest')).toBe(1)
    expect(asked).toBe(3)
  })

  test('behavior: no more than some are kept', async () => {
    const { ask } = counted()
    const other = (at: number) => ({
      to: token,
      data: balanceOf(addressOf(at)),
    })
    for (let at = 0; at < 1_025; at++) await ask(other(at), 'latest')
    expect(await ask(other(0), 'latest')).toBe(1)
    expect(await ask(other(1_024), 'latest')).toBe(0)
  })
})
