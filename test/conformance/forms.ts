import { numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice, bob, nobody, token, word } from './actors.js'
import type { Door } from './door.js'
import { openBusy } from './stories.js'
import { readWhole } from './wire.js'

export function forms(door: Door) {
  describe('F11: the form of quantities and data', () => {
    const data = (bytes?: number) =>
      bytes === undefined
        ? /^0x(?:[0-9a-f]{2})*$/
        : new RegExp(`^0x[0-9a-f]{${2 * bytes}}$`)
    const quantity = /^0x(?:0|[1-9a-f][0-9a-f]*)$/
    const forms: Record<string, RegExp> = {
      ...Object.fromEntries(
        [
          'number size gasLimit gasUsed timestamp difficulty baseFeePerGas',
          'blobGasUsed excessBlobGas blockNumber transactionIndex logIndex',
          'chainId value gas gasPrice maxFeePerGas maxPriorityFeePerGas type v',
          'r s yParity mint cumulativeGasUsed effectiveGasPrice status',
          'depositNonce depositReceiptVersion',
        ].flatMap((names) => names.split(' ').map((name) => [name, quantity])),
      ),
      ...Object.fromEntries(
        [
          'hash parentHash sha3Uncles transactionsRoot stateRoot receiptsRoot',
          'mixHash withdrawalsRoot parentBeaconBlockRoot requestsHash blockHash',
          'transactionHash sourceHash topics storageKeys',
        ].flatMap((names) => names.split(' ').map((name) => [name, data(32)])),
      ),
      miner: data(20),
      from: data(20),
      to: data(20),
      address: data(20),
      contractAddress: data(20),
      logsBloom: data(256),
      extraData: data(),
      input: data(),
      data: data(),
    }

    test('default: every field of every block, transaction and receipt', async () => {
      const whole = await readWhole(await openBusy(door))
      const seen = new Set<string>()
      const check = (value: unknown, name: string, within: string) => {
        if (Array.isArray(value))
          for (const item of value) check(item, name, within)
        else if (typeof value === 'object' && value !== null)
          for (const [key, inner] of Object.entries(value))
            check(inner, key, name)
        else if (typeof value === 'string') {
          seen.add(name)
          // Eight bytes in a header, a number elsewhere.
          const form =
            name === 'nonce' && within === 'block' ? data(8) : forms[name]
          expect.soft(value, name).toMatch(form ?? quantity)
        } else expect.soft([null, true, false], name).toContain(value)
      }
      for (const { block, receipts } of whole) {
        const { transactions, ...header } = block
        for (const [key, value] of Object.entries(header))
          check(value, key, 'block')
        check(transactions, 'transaction', '')
        check(receipts, 'receipt', '')
      }
      expect(
        [...Object.keys(forms), 'nonce'].filter((name) => !seen.has(name)),
      ).toEqual([])
    })

    test('behavior: zero is 0x0, and nothing is 0x', async () => {
      const { request } = await door.open()
      const at = (method: string, ...params: unknown[]) =>
        request(method, [...params, 'pending'])
      expect(
        await Promise.all([
          at('eth_getBalance', nobody),
          at('eth_getTransactionCount', nobody),
          at('eth_getCode', nobody),
          at('eth_getStorageAt', nobody, '0x0'),
          request('eth_blockNumber'),
        ]),
      ).toEqual(['0x0', '0x0', '0x', word(0), '0x0'])
    })

    test('behavior: storage is 32 bytes however it was written', async () => {
      const { node, request } = await door.open({
        accounts: { [token]: { storage: { '0x1': '0x2' } } },
      })
      node.setStorageAt({ address: token, index: 3, value: '0x00000004' })
      node.setStorageAt({
        address: token,
        index: '0x05',
        value: `0x${'f'.repeat(64)}`,
      })
      const read = (slot: string) =>
        request('eth_getStorageAt', [token, slot, 'latest'])
      expect(await Promise.all(['0x1', '0x3', '0x5', '0x6'].map(read))).toEqual(
        [word(2), word(4), `0x${'f'.repeat(64)}`, word(0)],
      )
    })

    test('behavior: amounts beyond 2^53 and up to 2^256 - 1 stay exact', async () => {
      const largest = 2n ** 256n - 1n
      const { node, request } = await door.open({
        accounts: { [alice]: { balance: largest } },
      })
      node.preconfirm({ from: alice, to: bob, value: largest - 1n })
      node.nextBeat()
      expect(
        await Promise.all(
          [alice, bob].map((who) =>
            request('eth_getBalance', [who, 'pending']),
          ),
        ),
      ).toEqual(['0x1', numberToHex(largest - 1n)])
    })
  })
}
