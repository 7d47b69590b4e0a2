import { createMPT } from '@ethereumjs/mpt'
import { encodeRlp, getBytes, hexlify, keccak256 } from 'ethers'
import { createMockNode, type Hex, type MockNode } from 'preseal'
import { base } from 'preseal/chains'
import { numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { envelopeOf } from '../../conformance/oracle.js'
import type { WireTransaction } from '../../conformance/wire.js'
import { word } from '../../node/actors.js'
import { ask, readBlock, readReceipts } from '../../node/reads.js'
import {
  codeHashes,
  emptyRoot,
  hashBlocks,
  type Made,
  recorded,
} from './denimFixture.js'

const baseTime = '0x4200000000000000000000000000000000000030'
const implementation = '0xc0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d3c0d30030'
const depositor = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'
const messagePasser = '0x4200000000000000000000000000000000000016'
const proxyAdmin = '0x4200000000000000000000000000000000000018'
const implementationSlot =
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
const adminSlot =
  '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103'

/** Whole seconds up to block 2, as Base had them, and 200 ms from there on. */
function acrossDenim() {
  const node = createMockNode({ profile: base(), blockTime: 1_000 })
  node.nextBlock(2)
  node.setCadence({ blockTime: 200 })
  node.nextBlock(5)
  return node
}

/** What the node makes of the recorded block of that number. */
async function make(node: MockNode, number: number): Promise<Made> {
  const selector = numberToHex(number)
  const { transactions } = await readBlock(node, selector)
  const [, receipt] = await readReceipts(node, selector)
  const slots = await Promise.all(
    [word(0), implementationSlot].map(
      async (slot) =>
        [
          slot,
          (await ask(
            node,
            'eth_getStorageAt',
            baseTime,
            slot,
            selector,
          )) as Hex,
        ] as const,
    ),
  )
  const nonces = [1, number].map(async (at) =>
    Number(
      await ask(node, 'eth_getTransactionCount', depositor, numberToHex(at)),
    ),
  )
  // The recorded chain has no deposit of this form before block 2.
  const [before = 0, after = 0] = await Promise.all(nonces)
  return {
    envelope: envelopeOf(transactions[1] as unknown as WireTransaction) as Hex,
    gasUsed: BigInt(receipt?.gasUsed ?? 0),
    stateRoot: await stateRoot(Object.fromEntries(slots), after - before),
  }
}

/** Of the recorded accounts, with these slots and that nonce. */
async function stateRoot(
  slots: { readonly [slot: string]: Hex },
  nonce: number,
): Promise<Hex> {
  const storage = await root(
    Object.entries({ [adminSlot]: proxyAdmin, ...slots })
      .filter(([, value]) => BigInt(value) !== 0n)
      .map(([slot, value]) => [slot, encodeRlp(scalar(BigInt(value)))]),
  )
  const accounts = [
    [baseTime, 1, storage, codeHashes.proxy],
    [messagePasser, 1, emptyRoot, keccak256('0x')],
    [implementation, 0, emptyRoot, codeHashes.implementation],
    [depositor, nonce, emptyRoot, keccak256('0x')],
  ] as const
  return root(
    accounts
      // Before its first block there are but a proxy and the message passer.
      .slice(0, nonce === 0 ? 2 : 4)
      .map(([address, nonce, storage, code]) => [
        address,
        encodeRlp([scalar(BigInt(nonce)), '0x', storage, code]),
      ]),
  )
}

async function root(entries: readonly (readonly [string, string])[]) {
  const trie = await createMPT()
  for (const [key, value] of entries)
    await trie.put(getBytes(keccak256(key)), getBytes(value))
  return hexlify(trie.root()) as Hex
}

function scalar(value: bigint): Hex {
  return value === 0n
    ? '0x'
    : (`0x${value.toString(16).replace(/^(?=(..)*.$)/, '0')}` as Hex)
}

describe('six blocks across Denim that base/base recorded', () => {
  test.each(recorded)('default: block $number, at $part ms', async (block) => {
    const { number, part, hash, cumulativeGasUsed } = block
    const node = acrossDenim()
    const made = await Promise.all(
      recorded.slice(0, number - 1).map((one) => make(node, one.number)),
    )
    const last = made.at(-1)
    expect(last?.stateRoot).toBe(block.stateRoot)
    expect(last?.gasUsed).toBe(cumulativeGasUsed - 150_000_000n)
    expect((await hashBlocks(await stateRoot({}, 0), made)).at(-1)).toBe(hash)
    const { timestampMs } = (await readBlock(
      node,
      numberToHex(number),
    )) as unknown as { timestampMs: Hex }
    expect(Number(timestampMs) % 1_000).toBe(part)
  })
})
