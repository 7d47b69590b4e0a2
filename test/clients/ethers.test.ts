import {
  BrowserProvider,
  parseEther,
  recoverAddress,
  Transaction,
  type TransactionRequest,
} from 'ethers'
import { createMockNode, type MockNode } from 'preseal'
import {
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { alice, bob } from '../conformance/actors.js'
import { busy, kinds, signedKindNames } from '../conformance/stories.js'

const accounts = { [alice]: { balance: parseEther('10') } }

/** ethers answers equal reads from its cache for 250 ms unless told not to. */
function providerOf(node: MockNode, options = { cacheTimeout: -1 }) {
  const provider = new BrowserProvider(node.provider, undefined, options)
  onTestFinished(() => provider.destroy())
  return provider
}

describe('ethers: reads', () => {
  test('default: a transfer is pending, then latest', async () => {
    const node = createMockNode({ accounts })
    const provider = providerOf(node)
    const read = () =>
      Promise.all([
        provider.getBalance(bob, 'pending'),
        provider.getBalance(bob),
        provider.getTransactionCount(alice, 'pending'),
        provider.getTransactionCount(alice),
      ])
    node.preconfirm({ from: alice, to: bob, value: parseEther('1') })
    node.nextBeat()
    expect(await read()).toEqual([parseEther('1'), 0n, 1, 0])
    node.nextBlock()
    expect(await read()).toEqual([parseEther('1'), parseEther('1'), 1, 1])
  })

  test('behavior: it asks for the chain id before anything else', async () => {
    const node = createMockNode({ chainId: 10 })
    const { chainId } = await providerOf(node).getNetwork()
    expect(chainId).toBe(10n)
    expect(node.answeredRequests[0]?.method).toBe('eth_chainId')
  })

  test.each(signedKindNames)(
    'behavior: %s is signed, by another than it says it is from',
    async (name) => {
      const node = createMockNode(busy.options)
      const hash = node.preconfirm(kinds[name])
      node.nextBeat()
      const response = await providerOf(node).getTransaction(hash)
      if (response === null) throw new Error('It is pending')
      // What has no key cannot be signed with it, as ethers notices here.
      expect(() => Transaction.from(response)).toThrow(/from mismatch/)
      const { from, ...signed } = response.toJSON()
      const transaction = Transaction.from({
        ...response,
        ...signed,
        from: null,
        gasPrice: response.type < 2 ? response.gasPrice : null,
        accessList: response.accessList,
        authorizationList: response.authorizationList,
        signature: response.signature,
      })
      expect(transaction.hash).toBe(hash)
      expect(transaction.from).toBe(
        recoverAddress(transaction.unsignedHash, response.signature),
      )
      expect(from.toLowerCase()).toBe(kinds[name].from)
    },
  )
})

describe('ethers: on the ambient clock', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('behavior: equal reads are cached for 250 ms, so that a beat is missed', async () => {
    const node = createMockNode({ accounts, clock: 'ambient' })
    const provider = providerOf(node, { cacheTimeout: 250 })
    const read = async () => {
      const balance = provider.getBalance(bob, 'pending')
      await vi.advanceTimersByTimeAsync(0)
      return balance
    }
    node.preconfirm({ from: alice, to: bob, value: 1n })
    expect(await read()).toBe(0n)
    await vi.advanceTimersByTimeAsync(200)
    expect(await read()).toBe(0n)
    await vi.advanceTimersByTimeAsync(50)
    expect(await read()).toBe(1n)
  })

  test('options: without the cache each beat is seen', async () => {
    const node = createMockNode({ accounts, clock: 'ambient' })
    const provider = providerOf(node)
    const read = async () => {
      const balance = provider.getBalance(bob, 'pending')
      await vi.advanceTimersByTimeAsync(0)
      return balance
    }
    const seen: bigint[] = []
    for (let beat = 0; beat < 3; beat++) {
      node.preconfirm({ from: alice, to: bob, value: 1n })
      await vi.advanceTimersByTimeAsync(200)
      seen.push(await read())
    }
    expect(seen).toEqual([1n, 2n, 3n])
  })

  test('behavior: waitForTransaction waits for the seal', async () => {
    const node = createMockNode({ accounts, clock: 'ambient' })
    const provider = providerOf(node)
    provider.pollingInterval = 200
    const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
    let resolvedAt: number | undefined
    const waiting = provider.waitForTransaction(hash).then((receipt) => {
      resolvedAt = node.now
      return receipt
    })
    await vi.advanceTimersByTimeAsync(1_900)
    expect(resolvedAt).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1_000)
    const receipt = await waiting
    const sealed = node.provider.request({
      method: 'eth_getBlockByNumber',
      params: ['0x1', false],
    })
    expect(receipt).toMatchObject({
      blockNumber: 1,
      blockHash: (await sealed)?.hash,
    })
    expect(resolvedAt).toBeLessThanOrEqual(2_400)
  })

  test('behavior: waitForTransaction of 0 confirmations has the pre-confirmed receipt', async () => {
    const node = createMockNode({ accounts, clock: 'ambient' })
    const provider = providerOf(node)
    const hash = node.preconfirm({ from: alice, to: bob, value: 1n })
    await vi.advanceTimersByTimeAsync(200)
    const waiting = provider.waitForTransaction(hash, 0)
    await vi.advanceTimersByTimeAsync(0)
    expect(await waiting).toMatchObject({ blockNumber: 1, status: 1 })
  })

  test('behavior: a signer that the node answers for, from sending to the seal', async () => {
    const node = createMockNode({ accounts, clock: 'ambient' })
    node.handle('eth_accounts', () => [alice])
    node.handle('eth_requestAccounts', () => [alice])
    node.handle('eth_sendTransaction', ([{ to, value }]) =>
      node.preconfirm({ from: alice, to, value: BigInt(value ?? 0) }),
    )
    const provider = providerOf(node)
    provider.pollingInterval = 200
    const sealed = (async () => {
      const signer = await provider.getSigner()
      const sent = await signer.sendTransaction({
        to: bob,
        value: 5n,
        gasLimit: 21_000n,
      })
      return sent.wait()
    })()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await sealed).toMatchObject({ blockNumber: 1, status: 1 })
    const balance = provider.getBalance(bob)
    await vi.advanceTimersByTimeAsync(0)
    expect(await balance).toBe(5n)
  })
})

describe('ethers: what a handler of eth_sendTransaction throws', () => {
  function signing() {
    const node = createMockNode({ accounts })
    // As ethers leaves them out, and as its types and requests have them.
    const absent = {
      type: null,
      gas: null,
      gasPrice: null,
      maxFeePerGas: null,
      maxPriorityFeePerGas: null,
      accessList: null,
      data: null,
    }
    node.handle('eth_accounts', () => [alice, bob])
    node.handle('eth_sendTransaction', ([{ from, to, value, nonce }]) =>
      node.preconfirm({
        ...absent,
        from: from ?? alice,
        to,
        value: value === undefined ? null : BigInt(value),
        nonce: nonce === undefined ? null : Number(nonce),
      }),
    )
    return { node, provider: providerOf(node) }
  }

  test('error: refusals have the codes that ethers has for them', async () => {
    const { node, provider } = signing()
    const refusal = async (from: string, transaction: TransactionRequest) => {
      const signer = await provider.getSigner(from)
      return signer
        .sendUncheckedTransaction({ gasLimit: 21_000n, ...transaction })
        .then(String, ({ code }) => code)
    }
    expect(await refusal(bob, { to: alice, value: 5n })).toBe(
      'INSUFFICIENT_FUNDS',
    )
    node.setNonce({ address: alice, nonce: 3 })
    expect(await refusal(alice, { to: bob, nonce: 2 })).toBe('NONCE_EXPIRED')
  })
})
