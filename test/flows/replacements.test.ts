import {
  BrowserProvider,
  FetchRequest,
  isError,
  JsonRpcProvider,
  NonceManager,
  Wallet,
} from 'ethers'
import { createMockNode, type MockNode, type MockNodeOptions } from 'preseal'
import { createNonceManager, createWalletClient, custom } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { jsonRpc } from 'viem/nonce'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bob, first, key, onOneClock, pass, second, soon } from './world.js'

onOneClock()

const fees = { maxFeePerGas: 100n, maxPriorityFeePerGas: 10n }
const higher = { maxFeePerGas: 110n, maxPriorityFeePerGas: 11n }
const basic = { to: bob, value: 1n, nonce: 0, gasLimit: 21_000n }

function open(options: MockNodeOptions = {}) {
  return createMockNode({
    clock: 'ambient',
    accounts: { [first]: { balance: 10n ** 18n } },
    header: { initialBaseFeePerGas: 1n },
    ...options,
  })
}

const polling = { cacheTimeout: -1, pollingInterval: 200 }

const providers = {
  'the provider': ({ provider, chain }: MockNode) =>
    new BrowserProvider(provider, chain.id, polling),
  fetch: ({ fetch, chain }: MockNode) => {
    const request = new FetchRequest('http://node.test')
    request.getUrlFunc = async ({ url, body }) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body: new TextDecoder().decode(body ?? undefined),
      })
      return {
        statusCode: answer.status,
        statusMessage: '',
        headers: {},
        body: new Uint8Array(await answer.arrayBuffer()),
      }
    }
    return new JsonRpcProvider(request, chain.id, {
      ...polling,
      staticNetwork: true,
    })
  },
}

function signerOf(node: MockNode, by: keyof typeof providers) {
  const provider = providers[by](node)
  onTestFinished(() => provider.destroy())
  return new Wallet(key, provider)
}

describe.each(Object.keys(providers) as (keyof typeof providers)[])(
  'ethers over %s',
  (by) => {
    test.each([
      ['repriced', false, {}],
      ['cancelled', true, { to: first, value: 0n }],
      ['replaced', true, { to: second, value: 3n }],
    ] as const)('who waits is told: %s', async (reason, cancelled, fields) => {
      const node = open({
        faults: [{ type: 'includeLate', beats: 20, times: 1 }],
      })
      const signer = signerOf(node, by)
      const sent = await soon(signer.sendTransaction({ ...basic, ...fees }))
      const failed = sent.wait().catch((error: unknown) => error)
      await pass(1_000)
      const again = await soon(
        signer.sendTransaction({ ...basic, ...fields, ...higher }),
      )
      const error = await soon(failed)
      expect(isError(error, 'TRANSACTION_REPLACED')).toBe(true)
      expect(error).toMatchObject({
        reason,
        cancelled,
        replacement: { hash: again.hash },
        receipt: { hash: again.hash, status: 1 },
      })
    })

    test('is refused for less than 10 % more', async () => {
      const signer = signerOf(open(), by)
      await soon(signer.sendTransaction({ ...basic, ...fees }))
      const failed = soon(
        signer.sendTransaction({ ...basic, ...higher, maxFeePerGas: 109n }),
      )
      const error = await failed.catch((error: unknown) => error)
      expect(isError(error, 'REPLACEMENT_UNDERPRICED')).toBe(true)
    })
  },
)

describe('two sends at once', () => {
  const payment = { to: bob, value: 1n }

  test('have one nonce in ethers, unless a manager counts', async () => {
    const signer = signerOf(open(), 'the provider')
    const [one, other] = await soon(
      Promise.allSettled([
        signer.sendTransaction({ ...payment, ...fees }),
        signer.sendTransaction({ ...payment, value: 2n, ...fees }),
      ]),
    )
    expect(one.status).toBe('fulfilled')
    expect(other).toMatchObject({ reason: { code: 'REPLACEMENT_UNDERPRICED' } })

    const manager = new NonceManager(signerOf(open(), 'the provider'))
    const sent = await soon(
      Promise.all([1, 2, 3].map(() => manager.sendTransaction(payment))),
    )
    expect(sent.map(({ nonce }) => nonce)).toEqual([0, 1, 2])
    const receipts = await soon(Promise.all(sent.map((one) => one.wait(2))))
    expect(receipts.map((receipt) => receipt?.status)).toEqual([1, 1, 1])
  })

  test('have one nonce in viem, unless a manager counts', async () => {
    const clientOf = (options: object) => {
      const { chain, provider } = open()
      const account = privateKeyToAccount(key, options)
      return createWalletClient({ account, chain, transport: custom(provider) })
    }
    const alone = clientOf({})
    const sent = await soon(
      Promise.allSettled([
        alone.sendTransaction(payment),
        alone.sendTransaction({ ...payment, value: 2n }),
      ]),
    )
    expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])

    const nonceManager = createNonceManager({ source: jsonRpc() })
    const managed = clientOf({ nonceManager })
    const hashes = await soon(
      Promise.all([1, 2, 3].map(() => managed.sendTransaction(payment))),
    )
    expect(new Set(hashes).size).toBe(3)
  })
})
