import { keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { word } from './actors.js'
import type { Door } from './door.js'
import { openBusy } from './stories.js'
import { readBlock, readChain } from './wire.js'

/** What blocks hold, counted and taken one by one; and of what there is none. */
export function places(door: Door) {
  describe('transactions by their place', () => {
    test('default: each of every block, as the block has it', async () => {
      const opened = await openBusy(door)
      const { request } = opened
      const chain = await readChain(opened)
      for (const [at, block] of chain.entries()) {
        const isPending = at === chain.length - 1
        const ways: [string, string][] = [
          ['ByNumber', isPending ? 'pending' : block.number],
        ]
        if (!isPending) ways.push(['ByHash', block.hash])
        for (const [way, selector] of ways) {
          const by = way.slice(2)
          expect
            .soft(
              await request(`eth_getBlockTransactionCount${way}`, [selector]),
            )
            .toBe(`0x${block.transactions.length.toString(16)}`)
          expect
            .soft(await request(`eth_getUncleCountByBlock${by}`, [selector]))
            .toBe('0x0')
          const found = await Promise.all(
            [...block.transactions, null].map((_, index) =>
              request(`eth_getTransactionByBlock${by}AndIndex`, [
                selector,
                `0x${index.toString(16)}`,
              ]),
            ),
          )
          expect.soft(found).toEqual([...block.transactions, null])
          expect
            .soft(
              await request(`eth_getUncleByBlock${by}AndIndex`, [
                selector,
                '0x0',
              ]),
            )
            .toBeNull()
        }
      }
    })

    test('behavior: of a block that is not there, null', async () => {
      const { request } = await openBusy(door)
      const asked = [
        request('eth_getBlockTransactionCountByHash', [word(1)]),
        request('eth_getBlockTransactionCountByNumber', ['0x99']),
        request('eth_getTransactionByBlockHashAndIndex', [word(1), '0x0']),
        request('eth_getTransactionByBlockNumberAndIndex', ['0x99', '0x0']),
        request('eth_getUncleByBlockHashAndIndex', [word(1), '0x0']),
        request('eth_getUncleByBlockNumberAndIndex', ['0x99', '0x0']),
        request('eth_getUncleCountByBlockHash', [word(1)]),
        request('eth_getUncleCountByBlockNumber', ['0x99']),
      ]
      expect(await Promise.all(asked)).toEqual(asked.map(() => null))
    })

    test('behavior: imported blocks, with the uncles that they say they have', async () => {
      const donor = await openBusy(door)
      const block = await readBlock(donor, '0x1')
      const opened = await door.open({
        importedBlocks: [{ block: { ...block, uncles: [word(7), word(8)] } }],
      })
      const { request } = opened
      expect(
        await Promise.all([
          request('eth_getBlockTransactionCountByNumber', ['latest']),
          request('eth_getUncleCountByBlockHash', [block.hash]),
          request('eth_getTransactionByBlockHashAndIndex', [block.hash, '0x1']),
        ]),
      ).toEqual([
        `0x${block.transactions.length.toString(16)}`,
        '0x2',
        block.transactions[1],
      ])
    })

    test('behavior: a fault reads them from another block', async () => {
      const opened = await openBusy(door)
      const two = await readBlock(opened, '0x2')
      opened.node.fault({ type: 'otherBlock', to: '0x2' })
      expect(
        await opened.request('eth_getBlockTransactionCountByNumber', ['0x1']),
      ).toBe(`0x${two.transactions.length.toString(16)}`)
    })
  })

  describe('what a node says of itself', () => {
    test('default: in step with a chain that it has to itself', async () => {
      const { request } = await door.open()
      expect(
        await Promise.all([
          request('eth_syncing'),
          request('net_listening'),
          request('net_peerCount'),
          request('web3_sha3', ['0x']),
          request('web3_sha3', ['0x68656C6C6F']),
        ]),
      ).toEqual([
        false,
        true,
        '0x0',
        keccak256('0x'),
        keccak256('0x68656c6c6f'),
      ])
    })
  })
}
