import { createCustomCommon, Mainnet } from '@ethereumjs/common'
import { createLegacyTx } from '@ethereumjs/tx'
import fc from 'fast-check'
import { createMockNode, type MockNode } from 'preseal'
import { evm } from 'preseal/evm'
import {
  type Address,
  bytesToHex,
  getContractAddress,
  type Hex,
  hexToBytes,
  numberToHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { share } from '../runs.js'

const key: Hex = `0x${'ab'.repeat(32)}`
const from = privateKeyToAccount(key).address.toLowerCase() as Address
const bob = '0x0000000000000000000000000000000000000b0b'
const last = 2n ** 64n - 1n

/** Around what numbers hold, and up to the last that a transaction has. */
const nonces = fc.oneof(
  fc.bigInt({ min: 2n ** 53n - 4n, max: 2n ** 53n + 4n }),
  fc.bigInt({ min: 2n ** 53n, max: last - 4n }),
  fc.bigInt({ min: last - 4n, max: last }),
)

function nodeAt(nonce: bigint): MockNode {
  const balance = 10n ** 18n
  return createMockNode({
    accounts: { [from]: { balance } },
    steps: [{ at: 0, type: 'setNonce', address: from, nonce: given(nonce) }],
    engine: evm(),
  })
}

/** As tests give it. */
const given = (nonce: bigint) =>
  nonce > Number.MAX_SAFE_INTEGER ? nonce : Number(nonce)

// biome-ignore lint/suspicious/noExplicitAny: answers of many methods
const ask = (node: MockNode, method: string, ...params: unknown[]): any =>
  node.provider.request({ method, params } as never)

const common = createCustomCommon({ chainId: 31337 }, Mainnet)

/** Of ethereumjs, whose nonces are bigints. */
function signed(nonce: bigint, fields: object = {}): Hex {
  const price = { gasPrice: 10n ** 9n, gasLimit: 100_000n }
  const data = { nonce, to: bob as Address, ...price, ...fields }
  const sent = createLegacyTx(data, { common }).sign(hexToBytes(key))
  return bytesToHex(sent.serialize())
}

test('the nonces of an account go on behind 2^53, up to 2^64 - 2', async () => {
  await fc.assert(
    fc.asyncProperty(
      nonces,
      fc.array(fc.constantFrom('raw', 'asked', 'create', 'script'), {
        maxLength: 5,
        minLength: 1,
      }),
      fc.boolean(),
      async (first, kinds, isBeatEach) => {
        const node = nodeAt(first)
        let nonce = first
        const count = (tag: string) =>
          ask(node, 'eth_getTransactionCount', from, tag)
        for (const kind of kinds) {
          expect(await count('pending')).toBe(numberToHex(nonce))
          const gas = '0x186a0'
          const sends: { readonly [kind: string]: () => Promise<Hex> } = {
            raw: async () => ask(node, 'eth_sendRawTransaction', signed(nonce)),
            asked: () => ask(node, 'eth_sendTransaction', { from, to: bob }),
            create: () =>
              ask(node, 'eth_sendTransaction', {
                from,
                nonce: numberToHex(nonce),
                gas,
                data: '0x60016000f3',
              }),
            script: async () =>
              node.preconfirm({ from, to: bob, nonce: given(nonce) }),
          }
          const sent = (sends[kind] as () => Promise<Hex>)()
          if (nonce === last) {
            await expect(sent).rejects.toThrow(
              /nonce (has max value|cannot equal or exceed)/,
            )
            continue
          }
          const hash = await sent
          if (!isBeatEach) {
            const { pending } = await ask(node, 'txpool_content')
            const [own] = Object.values(pending) as {
              [nonce: string]: object
            }[]
            expect(own?.[`${nonce}`]).toMatchObject({ hash })
          }
          if (isBeatEach || kind === 'create') node.nextBeat()
          if (isBeatEach)
            expect(
              await ask(node, 'eth_getTransactionByHash', hash),
            ).toMatchObject({ nonce: numberToHex(nonce) })
          if (kind === 'create') {
            const receipt = await ask(node, 'eth_getTransactionReceipt', hash)
            expect(receipt).toMatchObject({
              status: '0x1',
              contractAddress: getContractAddress({
                from,
                nonce,
              }).toLowerCase(),
            })
          }
          nonce++
        }
        node.nextBlock(2)
        expect(await count('latest')).toBe(numberToHex(nonce))
        expect(
          await ask(node, 'eth_getProof', from, [], 'latest'),
        ).toMatchObject({ nonce: numberToHex(nonce) })
      },
    ),
    { numRuns: share(500, 20) },
  )
})

test('a nonce behind 2^53 waits for the one before it, and is replaced', async () => {
  const node = nodeAt(2n ** 53n - 1n)
  const hashes: Hex[] = []
  for (const ahead of [2n, 1n, 0n])
    hashes.push(
      await ask(node, 'eth_sendRawTransaction', signed(2n ** 53n - 1n + ahead)),
    )
  const [replaced] = hashes
  const dear = signed(2n ** 53n + 1n, { gasPrice: 2n * 10n ** 9n, value: 5n })
  const replacing = await ask(node, 'eth_sendRawTransaction', dear)
  await expect(
    ask(node, 'eth_sendRawTransaction', signed(2n ** 53n - 2n)),
  ).rejects.toThrow('nonce too low')
  node.nextBlock(2)
  const read = (hash: unknown) => ask(node, 'eth_getTransactionReceipt', hash)
  expect(await read(hashes[2])).toMatchObject({ status: '0x1' })
  expect(await read(hashes[1])).toMatchObject({ status: '0x1' })
  expect(await read(replacing)).toMatchObject({ status: '0x1' })
  expect(await read(replaced)).toBeNull()
})

test('control sets a nonce behind 2^53, and refuses one behind 2^64', async () => {
  const node = createMockNode()
  const set = (nonce: unknown) =>
    node.control.request({
      method: 'anvil_setNonce',
      params: [from, nonce],
    } as never)
  await set('0x20000000000001')
  const count = () => ask(node, 'eth_getTransactionCount', from, 'latest')
  expect(await count()).toBe('0x20000000000001')
  await set('18446744073709551615')
  expect(await count()).toBe('0xffffffffffffffff')
  await expect(set('0x10000000000000000')).rejects.toThrow('2^64 - 1')
})
