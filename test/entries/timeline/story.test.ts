import { createMockNode } from 'preseal'
import { ethereum } from 'preseal/chains'
import { contract, erc20, erc721 } from 'preseal/contracts'
import { annotate, formatTimeline, readTimeline } from 'preseal/timeline'
import { createWallet } from 'preseal/wallet'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  erc20Abi,
  parseAbi,
} from 'viem'
import { expect, test } from 'vitest'
import { short } from '../../../src/base/words/words.js'
import { alice, bob, token } from '../../node/actors.js'
import { ask } from '../../node/reads.js'

const spender = '0x00000000000000000000000000000000005e11e4'
const pairAbi = parseAbi([
  'struct Route { address from; address to; bool stable; }',
  'function swap(uint256 amount, Route[] routes, bytes note)',
  'event Swapped(address indexed who, uint256 amount, string note)',
  'error TooLittle(uint256 got, uint256 wanted)',
])

test.each([
  { profile: ethereum() },
  { preconfirmationTime: 1_000, answers: { receipts: 'atSeal' } },
  { preconfirmationTime: 1_000, beatsSeenBy: 'none' },
] as const)(
  'behavior: the beats that no client sees were told as 200 ms apart: %#',
  (options) => {
    const node = createMockNode({ ...options, clock: 'virtual' })
    node.advance(1_999)
    const { preconfirmationTime, blockTime, beats } = readTimeline(node)
    expect(preconfirmationTime).toBe(1_000)
    expect(blockTime).toBe(node.chain.blockTime)
    expect(beats.map(({ at }) => at)).toEqual([0, 1_000])
  },
)

/** An application with a wallet, a token and a pair, as dapps have them. */
function open() {
  const node = createMockNode({
    contracts: [
      contract({
        address: spender,
        abi: pairAbi,
        functions: {
          swap({ args: [amount], emit, message, revert }) {
            if (amount < 5n) revert('TooLittle', [amount, 5n])
            emit('Swapped', [message.from, amount, 'done'])
          },
        },
      }),
    ],
  })
  const wallet = createWallet(node, { balance: 10n ** 18n })
  node.setContract(
    erc20({
      address: token,
      symbol: 'USDC',
      balances: { [wallet.account]: 9n },
    }),
  )
  const transport = custom(wallet.provider)
  const { chain } = node
  const signer = createWalletClient({ chain, transport })
  const reader = createPublicClient({
    chain,
    transport: custom(node.provider, { retryCount: 0 }),
    batch: { multicall: true },
  })
  return { node, wallet, signer, reader, account: wallet.account }
}

const pay = (value: bigint) =>
  ({
    address: token,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [bob, value],
  }) as const

test('behavior: calls, logs and errors were told by their selectors', async () => {
  const { node, signer, account } = open()
  annotate(node, { names: { [bob]: 'bob' } })
  const gas = 100_000n
  await signer.requestAddresses()
  await signer.writeContract({ ...pay(5n), account, gas })
  await signer.writeContract({ ...pay(50n), account, gas })
  const swap = { address: spender, abi: pairAbi, functionName: 'swap' } as const
  const routes = [{ from: token, to: bob, stable: true }] as const
  await signer.writeContract({
    ...swap,
    account,
    gas,
    args: [7n, routes, '0x12'],
  })
  await signer.writeContract({ ...swap, account, gas, args: [1n, [], '0x'] })
  node.nextBeat()
  const story = formatTimeline(node)
    .replaceAll(/0x[0-9a-f]{4}…[0-9a-f]{4} pre/g, '# pre')
    .replaceAll(/sent 0x[0-9a-f]{4}…[0-9a-f]{4}/g, 'sent #')
  expect(story.split('\n\n')[0]).toMatchInlineSnapshot(`
    "  0 ms  setBalance of wallet: 1 ether
      0 ms  9 more setBalance
      0 ms  setContract USDC
      0 ms  sent #: wallet calls USDC.transfer(to: bob, value: 5e-18 USDC)
      0 ms  sent #: wallet calls USDC.transfer(to: bob, value: 50e-18 USDC)
      0 ms  sent #: wallet calls 0x0000…11e4.swap(amount: 7, routes: [{ from: USDC, to: bob, stable: true }], note: 0x12)
      0 ms  sent #: wallet calls 0x0000…11e4.swap(amount: 1, routes: [], note: 0x)
      0 ms  wallet: eth_requestAccounts() → [wallet]
    200 ms  # pre-confirmed, block 1 beat 1
    200 ms    emitted USDC.Transfer(from: wallet, to: bob, value: 5e-18 USDC)
    200 ms  # pre-confirmed, block 1 beat 1, reverted: ERC20InsufficientBalance(sender: wallet, balance: 4e-18 USDC, needed: 50e-18 USDC)
    200 ms  # pre-confirmed, block 1 beat 1
    200 ms    emitted 0x0000…11e4.Swapped(who: wallet, amount: 7, note: "done")
    200 ms  # pre-confirmed, block 1 beat 1, reverted: TooLittle(got: 1, wanted: 5)"
  `)
})

test('behavior: reads that repeat were told one by one', async () => {
  const { node, reader, account } = open()
  node.preconfirm({ from: account, to: bob, value: 1n, label: 'pay' })
  const read = () =>
    Promise.all([
      reader.readContract({
        ...{ address: token, abi: erc20Abi, functionName: 'balanceOf' },
        args: [account],
      }),
      reader.readContract({
        ...{ address: token, abi: erc20Abi, functionName: 'symbol' },
      }),
      reader.getBalance({ address: bob, blockTag: 'pending' }),
    ])
  for (let turn = 0; turn < 9; turn++) {
    await read()
    node.advance(100)
  }
  expect(formatTimeline(node).split('\n\n').at(-1)).toMatchInlineSnapshot(`
    "Reads:
      0 ms  eth_call(USDC.balanceOf(account: wallet), pending) by Multicall3 → 9e-18 USDC (saw pending 1, 0 txs), 9 times, last at 800 ms (saw pending 1, 1 tx)
      0 ms  eth_call(USDC.symbol(), pending) by Multicall3 → "USDC" (saw pending 1, 0 txs), 9 times, last at 800 ms (saw pending 1, 1 tx)
      0 ms  eth_call(Multicall3.getEthBalance(addr: 0x0000…0b0b), pending) by Multicall3 → 0 (saw pending 1, 0 txs), 2 times, last at 100 ms
    200 ms  eth_call(Multicall3.getEthBalance(addr: 0x0000…0b0b), pending) by Multicall3 → 1 (saw pending 1, 1 tx), 7 times, last at 800 ms"
  `)
})

test('behavior: reads give way before what happened', async () => {
  const { node, account } = open()
  node.preconfirm({ from: account, to: bob, value: 1n, label: 'pay' })
  for (let turn = 0; turn < 300; turn++) {
    await ask(
      node,
      'eth_getBalance',
      bob,
      turn % 2 === 0 ? 'latest' : 'pending',
    )
    await ask(node, 'eth_getBlockByNumber', '0x0', turn % 3 === 0)
    node.setBalance({ address: bob, value: BigInt(turn) })
    if (turn % 20 === 0) node.nextBeat()
  }
  const story = formatTimeline(node).split('\n')
  expect(story.length).toBeLessThan(110)
  expect(story.join('\n')).toContain('"pay" pre-confirmed')
  const short = formatTimeline(node, { most: 20 })
  expect(short).toContain('reads are left out')
})

test('behavior: faults begin, act and end in the story', async () => {
  const node = createMockNode({ faults: [{ type: 'delay', ms: 0 }] })
  const lift = node.fault({ type: 'http', status: 429, methods: ['eth_call'] })
  for (let turn = 0; turn < 3; turn++)
    await ask(node, 'eth_call', { to: bob }, 'latest').catch(() => {})
  node.advance(10)
  lift()
  expect(formatTimeline(node)).toMatchInlineSnapshot(`
    "Requests that failed, perhaps without a word from the client:
      0 ms  eth_call({ to: 0x0000…0b0b }, latest): HTTP 429, 3 times

     0 ms  fault { type: delay, ms: 0 }
     0 ms  fault { type: http, status: 429, methods: [eth_call] }
     0 ms  faults "delay" and "http" acted on eth_call({ to: 0x0000…0b0b }, latest) → HTTP 429, 3 times
    10 ms  fault "delay" still holds, acted on 3 requests
    10 ms  fault "http" lifted, acted on 3 requests"
  `)
})

test('behavior: what a user refuses is told, and collections by their symbol', async () => {
  const { node, wallet, signer, account } = open()
  const cards = '0x000000000000000000000000000000000000ca4d'
  node.setContract(
    erc721({ address: cards, symbol: 'CARD', owners: { 1: account } }),
  )
  await signer.requestAddresses()
  wallet.reject()
  await signer.writeContract({ ...pay(5n), account }).catch(() => {})
  node.preconfirm({
    ...{ from: alice, to: cards, value: 0n, label: 'scripted' },
    data: '0x70a08231',
    logs: [],
  })
  node.nextBeat()
  expect(formatTimeline(node)).toMatchInlineSnapshot(`
    "Requests that failed, perhaps without a word from the client:
      0 ms  eth_sendTransaction(USDC.transfer(to: 0x0000…0b0b, value: 5)): 4001 The user rejected eth_sendTransaction.

      0 ms  setBalance of wallet: 1 ether
      0 ms  9 more setBalance
      0 ms  setContract USDC
      0 ms  setContract CARD
      0 ms  sent "scripted": 0x0000…11ce calls CARD.0x70a08231(…)
      0 ms  wallet: eth_requestAccounts() → [wallet]
      0 ms  wallet: eth_sendTransaction(USDC.transfer(to: 0x0000…0b0b, value: 5)) → 4001 The user rejected eth_sendTransaction.
    200 ms  "scripted" pre-confirmed, block 1 beat 1, as scripted, not executed

    Reads:
      0 ms  wallet: eth_chainId() → 31337"
  `)
})

test('behavior: what Multicall3 was asked in vain stood as a selector', async () => {
  const { node, reader, wallet, account } = open()
  wallet.connect()
  const read = (address: Address) =>
    reader
      .readContract({
        address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [account],
      })
      .catch(() => {})
  await read(bob)
  node.fault({ type: 'http', status: 503, methods: ['eth_call'] })
  await read(token)
  const text = formatTimeline(node)
  expect(text).toContain(
    `${short(bob)}.balanceOf(account: wallet), pending) by Multicall3 → 0x, since no code is there`,
  )
  expect(text).toContain(
    'eth_call(USDC.balanceOf(account: wallet) by Multicall3, pending): HTTP 503',
  )
})

test('behavior: a seal that reverted a payment looked like any other', async () => {
  const { node, signer, wallet, account } = open()
  wallet.connect()
  const hash = await signer.writeContract({ ...pay(5n), account })
  node.nextBeat()
  const transaction = { sent: { to: token } } as const
  node.planSeal({ amend: [{ transaction, status: 'reverted' }] })
  node.nextBlock()
  const text = formatTimeline(node)
  expect(text).toContain(
    'planSeal { amend: [{ transaction: { sent: { to: USDC } }, status: reverted }] }',
  )
  expect(text).toContain(
    `block 1 sealed, 1 transaction: ${short(hash)}, which reverted`,
  )
})

test('a fault whose time was over still held in a story', () => {
  const node = createMockNode({ faults: [{ type: 'null', until: 300 }] })
  node.advance(200)
  expect(formatTimeline(node)).toContain('fault "null" still holds')
  node.advance(200)
  expect(formatTimeline(node)).toContain('300 ms  fault "null" is over')
})

test('behavior: a fault that was used up still held in a story', async () => {
  const node = createMockNode({ faults: [{ type: 'null', times: 1 }] })
  expect(formatTimeline(node)).toContain('fault "null" still holds')
  expect(await ask(node, 'eth_blockNumber')).toBe(null)
  expect(formatTimeline(node)).toContain(
    'fault "null" is used up, acted on 1 request',
  )
})

test('behavior: a method and the one in its place were two red herrings', async () => {
  const { node, signer, account } = open()
  await signer.requestAddresses()
  const value = 10n ** 30n
  await signer.sendTransaction({ account, to: bob, value }).catch(() => {})
  const lines = formatTimeline(node)
    .split('\n')
    .filter((line) => line.includes('wallet_sendTransaction'))
  // One where failures stand, and one among the acts of the user.
  expect(lines).toHaveLength(2)
  for (const line of lines)
    expect(line).toMatch(
      /eth_sendTransaction\(.*insufficient funds.*, then wallet_sendTransaction → -32601 /,
    )
})

test('behavior: a read that had nothing to do with a failure took its place', async () => {
  const node = createMockNode()
  const hash = `0x${'11'.repeat(32)}`
  const type = 'rpc' as const
  const methods = ['eth_getTransactionReceipt', 'eth_fillTransaction'] as const
  node.fault({ type, code: -32_601, message: 'no', methods: [...methods] })
  await ask(node, 'eth_getTransactionReceipt', hash).catch(() => {})
  await ask(node, 'eth_getTransactionByHash', hash)
  const call = { from: alice, to: bob }
  await ask(node, 'eth_fillTransaction', call).catch(() => {})
  await ask(node, 'eth_chainId')
  await ask(node, 'eth_estimateGas', call)
  const text = formatTimeline(node)
  expect(text).not.toMatch(/, then eth_getTransactionByHash/)
  expect(text).toMatch(/eth_fillTransaction\(.*, then eth_estimateGas → 21000/)
})

test('behavior: events of known ABIs stood as hashes in filters and answers', async () => {
  const { node, signer, reader, wallet, account } = open()
  wallet.connect()
  await signer.writeContract({ ...pay(5n), account })
  node.nextBlock()
  await reader.getLogs({ address: token, event: erc20Abi[1] })
  await signer
    .sendCalls({ account, calls: [{ to: token, data: '0x18160ddd' }] })
    .catch(() => {})
  const text = formatTimeline(node)
  expect(text).toContain(
    'eth_getLogs({ address: USDC, topics: [Transfer] }) → [USDC.Transfer(from: wallet, to: 0x0000…0b0b, value: 5e-18 USDC)]',
  )
  expect(text).toMatch(/wallet_sendCalls\(.*USDC\.totalSupply\(\)/)
})
