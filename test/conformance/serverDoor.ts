import { createMockNode } from 'preseal'
import { serve } from 'preseal/server'
import { onTestFinished } from 'vitest'
import { type PlainFetch, plainFetch } from '../../src/base/http/plainFetch.js'
import { createFetch, type FetchFn } from '../../src/doors/createFetch.js'
import type { Door } from './door.js'
import { askBy } from './fetchDoor.js'

let sent = 0
let arrived = 0

/** `preseal/server`, asked over loopback by the platform's `fetch`. */
export const serverDoor: Door = {
  name: 'server',
  async open(options) {
    const node = createMockNode(options)
    const server = await serve({ fetch: counted(node.fetch) })
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

/** As it is, its plain form too. */
function counted(fetch: FetchFn): FetchFn {
  const answer = (fetch as FetchFn & { [plainFetch]: PlainFetch })[plainFetch]
  const count: PlainFetch = (request) => {
    arrived++
    return answer(request)
  }
  return createFetch(count)
}
