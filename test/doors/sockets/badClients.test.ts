import { describe, expect, test } from 'vitest'
import { carriers, eventually, quiet } from './connections.js'

const asked = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
const bytes = (text: string) => new TextEncoder().encode(text)

/** What a client sends, and the code and id of what it is answered. */
const messages: [string, unknown, unknown][] = [
  ['nothing', '', [-32700, null]],
  ['half a request', asked.slice(0, 20), [-32700, null]],
  ['two requests in one', asked + asked, [-32700, null]],
  ['no request', '1', [-32600, null]],
  ['null', 'null', [-32600, null]],
  ['an empty batch', '[]', [-32600, null]],
  ['ten thousand brackets', '['.repeat(10_000), [-32700, null]],
  ['a method that is none', '{"id":7,"method":1}', [-32600, 7]],
  ['parameters that are none', asked.replace('}', ',"params":1}'), [-32602, 1]],
  ['bytes that are no text', new Uint8Array([0xff, 0xfe]), [-32700, null]],
  ['bytes of a request', bytes(asked), ['0x7a69', 1]],
]

describe.each(carriers)('bad clients, $name', ({ open }) => {
  async function connect() {
    const { node, dial } = await open()
    const one = dial()
    await one.opened()
    return { node, dial, one }
  }

  test.each(messages)('behavior: %s', async (_, message, told) => {
    const { one } = await connect()
    one.socket.send(message as string)
    const [answer] = await one.hear(1)
    expect([answer?.error?.code ?? answer?.result, answer?.id]).toEqual(told)
    expect(await one.ask('eth_chainId')).toMatchObject({ result: '0x7a69' })
  })

  test('behavior: a message too long ends the socket, and no other one', async () => {
    const { one, dial } = await connect()
    const other = dial()
    await other.opened()
    one.socket.send('x'.repeat(6 * 2 ** 20))
    expect(await one.closed()).toBe('1009')
    expect(await other.ask('eth_chainId')).toMatchObject({ result: '0x7a69' })
  })

  test('behavior: a flood is answered, in order', async () => {
    const { one } = await connect()
    for (let count = 0; count < 500; count++) one.send('eth_chainId')
    const answers = await one.hear(500)
    expect(answers.map(({ id }) => id)).toEqual(
      Array.from({ length: 500 }, (_, at) => at + 1),
    )
  })

  test('behavior: another’s subscription stays', async () => {
    const { node, one, dial } = await connect()
    const other = dial()
    await other.opened()
    const { result } = await one.ask('eth_subscribe', 'newHeads')
    expect(await other.ask('eth_unsubscribe', result)).toMatchObject({
      error: { message: 'subscription not found' },
    })
    expect(node.subscriptions).toHaveLength(1)
  })

  test('behavior: dozens that leave half-way leave nothing behind', async () => {
    const { node, dial, one } = await connect()
    const hold = node.fault({ type: 'hold', methods: ['eth_call'] })
    const many = Array.from({ length: 50 }, dial)
    for (const next of many) {
      await next.opened()
      next.send('eth_subscribe', 'newHeads')
      next.send('eth_call', {})
    }
    await eventually(() => node.waitingRequests.length === 50)
    for (const next of many) next.socket.close()
    await eventually(() => node.subscriptions.length === 0)
    hold()
    await quiet()
    expect(node.waitingRequests).toEqual([])
    expect(await one.ask('eth_chainId')).toMatchObject({ result: '0x7a69' })
  })
})
