import { createMockNode } from 'preseal'
import { expect, onTestFinished } from 'vitest'
import type { Door, OpenDoor } from './door.js'

/** `node.fetch`, as clients of an HTTP endpoint use it. */
export const fetchDoor: Door = {
  name: 'fetch',
  async open(options) {
    const node = createMockNode(options)
    onTestFinished(() => node.dispose())
    return { node, ...askBy(node.fetch, 'http://node.test') }
  },
}

/** How an endpoint is asked by a `fetch`. */
export function askBy(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  url: string,
): Omit<OpenDoor, 'node'> {
  let asked = 0
  const post = async (message: unknown) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(message),
    })
    return response.json()
  }
  return {
    async request<result>(method: string, params?: readonly unknown[]) {
      const id = ++asked
      const answer = await post({ jsonrpc: '2.0', id, method, params })
      if ('error' in answer)
        throw Object.assign(new Error(answer.error.message), answer.error)
      expect(Object.keys(answer)).toEqual(['jsonrpc', 'id', 'result'])
      expect([answer.jsonrpc, answer.id]).toEqual(['2.0', id])
      return answer.result as result
    },
    async refused(raw) {
      const id = ++asked
      const answer = await post(withEnvelope(raw, id))
      expect(Object.keys(answer)).toEqual(['jsonrpc', 'id', 'error'])
      expect(answer.jsonrpc).toBe('2.0')
      return answer.error
    },
  }
}

/** Own keys as they are, `__proto__` among them. */
function withEnvelope(raw: unknown, id: number): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw
  const request = Object.create(null)
  for (const key of Object.keys(raw))
    Object.defineProperty(request, key, {
      value: Reflect.get(
        Object.getOwnPropertyDescriptor(raw, key) ?? {},
        'value',
      ),
      enumerable: true,
    })
  return Object.assign(request, { jsonrpc: '2.0', id })
}
