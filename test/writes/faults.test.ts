import type { Fault, RequestFault } from 'preseal'
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

  const undone: Fault[] = [
    { type: 'http', status: 503 },
    { type: 'rpc', code: -32000, message: 'busy' },
    { type: 'network' },
  ]
  test.each(undone)('behavior: under $type none is taken', async (fault) => {
    const node = fundedNode()
    const lift = node.fault(fault)
    expect(await sendRaw(node, raw)).toBeInstanceOf(Error)
    lift()
    node.nextBeat()
    expect(await received(node)).toBe(0n)
    expect(await sendRaw(node, raw)).toBe(hash)
  })

  test('behavior: under delay it is taken when asked, its hash told late', async () => {
    const node = fundedNode()
    const lift = node.fault({ type: 'delay', ms: 500 })
    let told: unknown
    const sending = sendRaw(node, raw).then((answer) => {
      told = answer
    })
    lift()
    node.advance(200)
    expect(await received(node)).toBe(1n)
    expect(told).toBe(undefined)
    node.advance(300)
    await sending
    expect(told).toBe(hash)
  })

  test('behavior: under null it is taken, and its hash not told', async () => {
    const node = fundedNode()
    const lift = node.fault({ type: 'null' })
    expect(await sendRaw(node, raw)).toBe(null)
    lift()
    node.nextBeat()
    expect(await received(node)).toBe(1n)
  })

  test('behavior: under hang it is taken when lifted', async () => {
    const node = fundedNode()
    const lift = node.fault({
      type: 'hold',
      methods: ['eth_sendRawTransaction'],
    })
    const sending = sendRaw(node, raw)
    node.nextBeat()
    expect(await received(node)).toBe(0n)
    lift()
    expect(await sending).toBe(hash)
    node.nextBeat()
    expect(await received(node)).toBe(1n)
  })

  test('behavior: under lost it is taken twice by who sends again', async () => {
    const node = fundedNode({ faults: [{ type: 'lostResponse', times: 1 }] })
    const send = (nonce: string) =>
      ask(node, 'eth_sendTransaction', {
        from: account.address,
        to: bob,
        value: '0x1',
        nonce,
      })
    expect(await send('0x0')).toMatchObject({ code: 4900 })
    expect(node.answeredRequests[0]?.outcome).toEqual({ type: 'network' })
    expect(await send('0x1')).toMatch(/^0x/)
    node.nextBeat()
    expect(await received(node)).toBe(2n)
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

  test('behavior: over HTTP it is the same', async () => {
    const node = fundedNode({ faults: [{ type: 'lostResponse', times: 1 }] })
    const post = () =>
      node.fetch('http://node.test', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'eth_sendRawTransaction',
          params: [raw],
        }),
      })
    await expect(post()).rejects.toBeInstanceOf(TypeError)
    expect(await (await post()).json()).toMatchObject({
      error: { code: -32000, message: 'already known' },
    })
  })
})
