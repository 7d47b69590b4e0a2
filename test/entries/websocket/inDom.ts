import { settle, testNode } from 'preseal/vitest'
import { describe, expect, test } from 'vitest'

/** What sockets fire where a DOM is global. */
export function fireInDom() {
  describe('a socket in a DOM', () => {
    test('default: the events are those of the environment', async () => {
      const node = testNode()
      const socket = new WebSocket(node.wsUrl)
      const events: Event[] = []
      for (const type of ['open', 'message', 'error', 'close'])
        socket.addEventListener(type, (event) => events.push(event))
      await settle()
      socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}')
      node.disconnectSockets()
      await settle()
      expect(globalThis).toHaveProperty('document')
      expect(events.map(({ type }) => type)).toEqual([
        'open',
        'message',
        'error',
        'close',
      ])
      for (const event of events) expect(event).toBeInstanceOf(Event)
      expect(events.map(({ target }) => target)).toEqual(Array(4).fill(socket))
      expect(events.at(-1)).toMatchObject({ code: 1006, wasClean: false })
    })
  })
}
