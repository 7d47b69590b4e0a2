import { describe, expect, test } from 'vitest'
import { alice, bob, ether, token, word } from '../../conformance/actors.js'
import { dial } from './dial.js'
import { eventually, open } from './open.js'
import { call, openSocket, post } from './rawSocket.js'

/** Has the loop come to everything that is there already. */
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++)
    await new Promise((next) => setImmediate(next))
}

describe('overload', () => {
  test('a subscriber that never reads is closed with 1013, and others go on', async () => {
    const { node, server } = await open({
      accounts: { [alice]: { balance: ether } },
    })
    const others = await Promise.all(
      Array.from({ length: 3 }, () => dial(server.wsUrl)),
    )
    for (const { ask } of others) await ask('eth_subscribe', 'newHeads')
    const slow = await dial(server.wsUrl)
    await slow.ask('eth_subscribe', 'logs', {})
    slow.socket.pause()
    const seals = 28
    const data = `0x${'ff'.repeat(2 ** 19)}` as const
    for (let count = 0; count < seals; count++) {
      node.preconfirm({
        from: alice,
        to: bob,
        logs: [{ address: token, topics: [word(count)], data }],
      })
      node.nextBlock()
      await turns(1)
    }
    for (const { hear } of others) await hear(seals)
    expect(slow.closed()).toBe(0)
    slow.socket.resume()
    await eventually(() => slow.closed() !== 0)
    expect(slow.closed()).toBe(1013)
    expect(slow.said.length).toBeLessThan(seals)
    const [one] = others
    expect(await one?.ask('eth_chainId')).toMatchObject({ result: '0x7a69' })
  })

  test('more subscribers than one turn can serve are told all, in order', async () => {
    const { node, server } = await open()
    const all = await Promise.all(
      Array.from({ length: 100 }, () => dial(server.wsUrl)),
    )
    for (const { ask } of all) await ask('eth_subscribe', 'newHeads')
    node.nextBlock(5)
    for (const { hear } of all) {
      const numbers = (await hear(5)).map(
        (said) =>
          (said as { params: { result: { number: string } } }).params.result
            .number,
      )
      expect(numbers.map(Number)).toEqual(
        Array.from({ length: 5 }, (_, at) => at + 1),
      )
    }
  })

  test('answers that a client asks for by HTTP and never reads are dropped with it', async () => {
    const { node, url } = await open({ requestHistory: 0 })
    let asked = 0
    node.handle('test_much', () => {
      asked++
      return 'x'.repeat(2 ** 22)
    })
    const { socket, say, end } = await openSocket(url)
    socket.pause()
    const count = 12
    say(post(call('test_much')).repeat(count))
    await eventually(() => asked === count)
    socket.resume()
    const heard = await end()
    expect(heard.length).toBeLessThan(count * 2 ** 22)
  })
})
