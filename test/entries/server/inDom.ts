import { createPublicClient, http } from 'viem'
import { describe, expect, test } from 'vitest'
import { alice } from '../../conformance/actors.js'
import { eventually, open } from './open.js'
import { call, openSocket, post } from './rawSocket.js'

/** What the test of a page does that serves its node, where a DOM is global. */
export function serveInDom() {
  describe('serve', () => {
    // An error thrown beside the answer fails the run.
    test('default: answers, and throws nothing at a DOM’s AbortSignal', async () => {
      expect(globalThis).toHaveProperty('document')
      const { url } = await open({ accounts: { [alice]: { balance: 5n } } })
      const client = createPublicClient({ transport: http(url) })
      expect(await client.getBalance({ address: alice })).toBe(5n)
    })

    test('behavior: ends what waits when its client leaves', async () => {
      const { node, url } = await open()
      let asked = 0
      node.handle('test_never', () => {
        asked++
        return new Promise(() => {})
      })
      const leaving = await openSocket(url)
      leaving.say(post(call('test_never')).repeat(2))
      await eventually(() => asked === 2)
      const told: string[] = []
      node.on('answered', ({ outcome }) => told.push(outcome.type))
      leaving.socket.destroy()
      await eventually(() => told.length === 2)
      expect(told).toEqual(['network', 'network'])
    })
  })
}
