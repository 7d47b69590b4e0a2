import { readFileSync } from 'node:fs'
import { BrowserProvider } from 'ethers'
import type { MockNode, MockNodeOptions } from 'preseal'
import {
  concatHex,
  createWalletClient,
  custom,
  type Hex,
  keccak256,
  toHex,
  toRlp,
} from 'viem'
import { sign } from 'viem/accounts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readTable } from '../docs/markdown.js'
import { account, fundedNode, keys, sendRaw, transfer } from './wallets.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const signed = (fields: object = {}): Promise<Hex> =>
  account.signTransaction({ ...transfer, ...fields } as typeof transfer)

/** A tip above the fee, which no client signs. */
async function greedy(): Promise<Hex> {
  const { chainId, gas, to } = transfer
  const fees: Hex[] = ['0x02', '0x01']
  const call: (Hex | Hex[])[] = [toHex(gas), to, '0x01', '0x', []]
  const fields = [toHex(chainId), '0x' as Hex, ...fees, ...call]
  const hash = keccak256(concatHex(['0x02', toRlp(fields)]))
  const { r, s, yParity } = await sign({ hash, privateKey: keys[0] })
  const parity: Hex = yParity === 1 ? '0x01' : '0x'
  return concatHex(['0x02', toRlp([...fields, parity, r, s])])
}

type Case = {
  readonly options?: MockNodeOptions
  /** What was sent and pre-confirmed before. */
  readonly done?: () => Promise<Hex>
  /** What was sent and waits. */
  readonly waiting?: () => Promise<Hex>
  readonly raw: () => Promise<Hex>
}

const feeful = {
  header: { initialBaseFeePerGas: 1_000n, minBaseFeePerGas: 1_000n },
}
const fee = { maxFeePerGas: 2_000n }
const coded = { [account.address]: { balance: 10n ** 18n, code: '0x00' } }

const cases: { readonly [words: string]: Case } = {
  'nonce too low': { done: signed, raw: () => signed({ value: 9n }) },
  'nonce has max value': {
    // viem's type has only what numbers hold.
    raw: () => signed({ nonce: (2n ** 64n - 1n) as unknown as number }),
  },
  'insufficient funds for gas * price + value': {
    raw: () => signed({ value: 10n ** 20n }),
  },
  'intrinsic gas too low': { raw: () => signed({ gas: 20_999n }) },
  'insufficient gas for floor data gas cost': {
    raw: () => signed({ data: `0x${'11'.repeat(100)}`, gas: 22_700n }),
  },
  'exceeds block gas limit': { raw: () => signed({ gas: 60_000_001n }) },
  'transaction gas limit too high': {
    options: { hardfork: 'osaka' },
    raw: () => signed({ gas: 16_777_217n }),
  },
  'max initcode size exceeded': {
    raw: () =>
      signed({
        to: undefined,
        data: `0x${'00'.repeat(49_153)}`,
        gas: 10n ** 6n,
      }),
  },
  'max fee per gas less than block base fee': {
    options: feeful,
    raw: () => signed({ maxFeePerGas: 999n }),
  },
  'max priority fee per gas higher than max fee per gas': { raw: greedy },
  'already known': { waiting: signed, raw: signed },
  'replacement transaction underpriced': {
    options: feeful,
    waiting: () => signed(fee),
    raw: () => signed({ ...fee, value: 5n }),
  },
  'sender not an eoa': { options: { accounts: coded as never }, raw: signed },
  'transaction type not supported': {
    raw: async () => `0x03${(await signed()).slice(4)}`,
  },
  'invalid chain id for signer': { raw: () => signed({ chainId: 1 }) },
}

const table = readTable(
  readFileSync(
    new URL('../../docs/reference/errors.md', import.meta.url),
    'utf8',
  ),
  'message',
  'viem',
  'ethers',
).slice(1) as [words: string, viem: string, ethers: string][]

test('the table has a row for each of them', () => {
  expect(table.map(([words]) => words)).toEqual(
    Object.keys(cases).map((words) => `\`${words}\``),
  )
})

test.each(table)(
  '%s is %s in viem, %s in ethers',
  async (cell, viem, ethers) => {
    const words = cell.slice(1, -1)
    const one = cases[words] as Case
    const raw = await one.raw()
    const node = await prepared(one)
    const wallet = createWalletClient({
      account,
      transport: custom(sending(node, raw), { retryCount: 0 }),
    })
    const byViem = await wallet
      .sendTransaction({ ...transfer, chain: null })
      .catch((error: unknown) => error)
    expect(byViem).toMatchObject({
      name: 'TransactionExecutionError',
      details: expect.stringContaining(words),
    })
    expect(`\`${(byViem as { cause: Error }).cause.name}\``).toBe(viem)

    const provider = new BrowserProvider(
      sending(await prepared(one), raw),
      31337,
    )
    const broadcast = provider.broadcastTransaction(await signed())
    const byEthers = broadcast.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1_000)
    const { code, ...more } = (await byEthers) as { code: string }
    expect(`\`${code}\``).toBe(ethers)
    expect(JSON.stringify(more)).toContain(JSON.stringify(words).slice(1, -1))
    provider.destroy()
  },
)

async function prepared({ options, done, waiting }: Case): Promise<MockNode> {
  const node = fundedNode(options)
  if (done !== undefined) await sendRaw(node, await done())
  node.nextBeat()
  if (waiting !== undefined) await sendRaw(node, await waiting())
  return node
}

/** A provider whose client sends that envelope, whatever it has signed. */
function sending(node: MockNode, raw: Hex) {
  return {
    request: ({ method, params }: { method: string; params?: unknown }) =>
      node.provider.request({
        method,
        params: method === 'eth_sendRawTransaction' ? [raw] : params,
      } as never) as Promise<unknown>,
  }
}
