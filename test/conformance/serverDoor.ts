import { createMockNode } from 'preseal'
import { serve } from 'preseal/server'
import { onTestFinished } from 'vitest'
import type { Door } from './door.js'
import { askBy } from './fetchDoor.js'

let sent = 0
let arrived = 0

/** `preseal/server`, asked over loopback by the platform's `fetch`. */
export const serverDoor: Door = {
  name: 'server',
  async open(options) {
    const node = createMockNode(options)
    const server = await serve({
      fetch(url, init) {
        arrived++
        return node.fetch(url, init)
      },
    })
    onTestFinished(async () => {
      await server.close()
      node.dispose()
    })
    const send = (url: string, init: RequestInit) => {
      sent++
      return fetch(url, init)
    }
    return { node, ...askBy(send, server.url) }
  },
  async arrival() {
    while (arrived < sent) await new Promise((next) => setImmediate(next))
  },
}
