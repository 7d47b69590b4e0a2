import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { createMockNode } from 'preseal'
import { evm } from 'preseal/evm'
import { parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { recoverAddress } from '../../../src/base/codec/envelope.js'
import { createWasmRecovery } from '../../../src/entries/evm/recovery/recoverSigner.js'
import { ask } from '../../node/reads.js'
import { share } from '../../runs.js'

const { p, n } = secp256k1.Point.CURVE()
const byWasm = createWasmRecovery()

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('recoverSigner', () => {
  test('property: it finds whom the script finds, or nobody either', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
    const scalar = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.bigInt({ min: 0n, max: 9n }),
      ...[n / 2n, n, p].map((edge) =>
        fc.bigInt({ min: -2n, max: 2n }).map((by) => edge + by),
      ),
    )
    fc.assert(
      fc.property(bytes, scalar, scalar, fc.nat(1), (hash, r, s, parity) => {
        const expected = recoverAddress(hash, r, s, parity)
        expect(byWasm?.(hash, r, s, parity)).toBe(expected)
      }),
      { numRuns: share(4_000) },
    )
  })

  test('whom the script found answers for no other hash, r, s or parity', () => {
    const words = [7n, 8n].map((word) => ({
      hash: Uint8Array.of(...new Uint8Array(31), Number(word)),
      // Both are x of a point.
      r: secp256k1.Point.BASE.multiply(word).x,
      s: word,
    }))
    const found = new Set<string | undefined>()
    for (const again of [1, 2])
      for (const { hash } of words)
        for (const { r } of words)
          for (const { s } of words)
            for (const parity of [0, 1]) {
              const address = recoverAddress(hash, r, s, parity)
              expect(address).toBe(byWasm?.(hash, r, s, parity))
              found.add(`${again} ${address}`)
            }
    expect(found.size).toBe(2 * 16)
  })

  test('property: who signed is found', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
    const key = fc.bigInt({ min: 1n, max: n - 1n })
    fc.assert(
      fc.property(bytes, key, (hash, secret) => {
        const hex = secret.toString(16).padStart(64, '0')
        const signed = secp256k1.sign(
          hash,
          Uint8Array.from(Buffer.from(hex, 'hex')),
          {
            prehash: false,
            format: 'recovered',
          },
        )
        const { r, s, recovery } = secp256k1.Signature.fromBytes(
          signed,
          'recovered',
        )
        const { address } = privateKeyToAccount(`0x${hex}`)
        expect(byWasm?.(hash, r, s, recovery ?? 2)).toBe(address.toLowerCase())
      }),
      { numRuns: share(1_000) },
    )
  })

  test('behavior: where WebAssembly is refused there is none', () => {
    vi.stubGlobal('WebAssembly', undefined)
    expect(createWasmRecovery()).toBeUndefined()
  })

  test('behavior: a node asks its engine who signed', async () => {
    const account = privateKeyToAccount(`0x${'5e'.repeat(32)}`)
    const to = `0x${'b0'.repeat(20)}` as const
    const raw = await account.signTransaction({
      chainId: 31_337,
      type: 'eip1559',
      to,
      value: 1n,
      gas: 21_000n,
      nonce: 0,
    })
    const engine = evm()
    const recoverSigner = vi.fn(engine.recoverSigner)
    const node = createMockNode({
      engine: { ...engine, recoverSigner },
      accounts: { [account.address]: { balance: parseEther('1') } },
      header: { initialBaseFeePerGas: 0n },
    })
    await ask(node, 'eth_sendRawTransaction', raw)
    expect(recoverSigner).toHaveBeenCalledOnce()
    node.nextBeat()
    const balance = await node.provider.request({
      method: 'eth_getBalance',
      params: [to, 'pending'],
    })
    expect(balance).toBe('0x1')
  })
})
