import type { RequestFault } from 'preseal'
import { toHaveNoUnusedFaults } from 'preseal/matchers'
import { keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  account,
  ask,
  bob,
  clientOf,
  fundedNode,
  sendRaw,
  transfer,
} from './wallets.js'

const raw = await account.signTransaction(transfer)
const hash = keccak256(raw)
const received = (node: ReturnType<typeof fundedNode>) =>
  clientOf(node).getBalance({ address: bob, blockTag: 'pending' })

describe('faults and writes', () => {
  const shown: RequestFault[] = [
    { type: 'stale', beats: 3 },
    { type: 'frozen' },
    { type: 'otherBlock', to: 'earliest' },
    { type: 'unknownBlockAsZero' },
  ]
  test.each(shown)(
    "behavior: $type touches none, and isn't used up by one",
    async (fault) => {
      const node = fundedNode()
      node.nextBlock(3)
      node.fault({ ...fault, times: 1, methods: ['eth_sendRawTransaction'] })
      expect(await sendRaw(node, raw)).toBe(hash)
      const again = await account.signTransaction({ ...transfer, nonce: 1 })
      expect(await sendRaw(node, again)).toBe(keccak256(again))
      node.nextBeat()
      expect(await received(node)).toBe(2n)
      expect(toHaveNoUnusedFaults(node).pass).toBe(false)
    },
  )

  test('behavior: under null it is taken, and its hash not told', async () => {
    const node = fundedNode()
    const lift = node.fault({ type: 'null' })
    expect(await sendRaw(node, raw)).toBe(null)
    lift()
    node.nextBeat()
    expect(await received(node)).toBe(1n)
  })

  test('behavior: under lost a gateway may say so, and the connection stays', async () => {
    const node = fundedNode({
      faults: [{ type: 'lostResponse', status: 504, times: 1 }],
    })
    const disconnected: unknown[] = []
    node.provider.on('disconnect', (error) => disconnected.push(error))
    expect(await sendRaw(node, raw)).toMatchObject({ status: 504 })
    expect(disconnected).toEqual([])
    node.nextBeat()
    expect(await received(node)).toBe(1n)
  })

  test('behavior: under lost a read and a refusal are lost too', async () => {
    const node = fundedNode({ faults: [{ type: 'lostResponse' }] })
    expect(await ask(node, 'eth_chainId')).toMatchObject({ code: 4900 })
    expect(await sendRaw(node, '0x02')).toMatchObject({ code: 4900 })
    expect(await ask(node, 'eth_none')).toMatchObject({ code: 4900 })
  })

  test('behavior: a refused write is counted by null as no answer', async () => {
    const node = fundedNode({ faults: [{ type: 'null', times: 1 }] })
    expect(await sendRaw(node, '0x02')).toMatchObject({ code: -32000 })
    expect(await sendRaw(node, raw)).toBe(null)
  })
})
