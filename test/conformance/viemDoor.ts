import { createMockNode, type MockNode } from 'preseal'
import {
  type BaseError,
  custom,
  type EIP1193RequestFn,
  http,
  type Transport,
} from 'viem'
import { onTestFinished } from 'vitest'
import type { Door, OpenDoor } from './door.js'

/** viem's transports over a node, whose errors are told by what is in them. */
export const viemDoors: readonly Door[] = [
  viemDoor('viem over the provider', ({ provider }) => custom(provider)),
  viemDoor('viem over fetch', (node) =>
    http('http://node.test', { fetchFn: node.fetch }),
  ),
]

type Told = Error & { code: number; details?: string; data?: unknown }

function viemDoor(
  name: string,
  transportOf: (node: MockNode) => Transport,
): Door {
  return {
    name,
    async open(options) {
      const node = createMockNode(options)
      onTestFinished(() => node.dispose())
      const { request } = transportOf(node)({ retryCount: 0 })
      const ask = request as EIP1193RequestFn
      const asked: OpenDoor['request'] = (method, params) =>
        ask({ method, params } as never).catch((error: BaseError) => {
          const { code, message, details, data } = error.walk() as Told
          throw Object.assign(new Error(details ?? message), { code, data })
        }) as never
      return {
        node,
        request: asked,
        refused: () => Promise.reject(new Error('viem asks no such thing')),
      }
    },
  }
}
