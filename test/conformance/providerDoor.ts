import { createMockNode, type MockNode } from 'preseal'
import { expect, onTestFinished } from 'vitest'
import type { Door } from './door.js'

type Untyped = (request: unknown) => Promise<unknown>

/** `node.provider.request`, as clients that know no types call it. */
export const providerDoor = requestDoor('provider', requestOf)

/** `node.control.request`, which answers reads as the provider does. */
export const controlDoor = requestDoor(
  'control',
  ({ control }) => control.request as Untyped,
)

function requestDoor(name: string, requestOf: (node: MockNode) => Untyped) {
  return {
    name,
    async open(options) {
      const node = createMockNode(options)
      onTestFinished(() => node.dispose())
      const request = requestOf(node)
      return {
        node,
        request: <result>(method: string, params?: readonly unknown[]) =>
          request({ method, params }) as Promise<result>,
        async refused(raw) {
          const error = await rejection(request(raw))
          const { code, message, data } = error
          return { code, message, ...(data !== undefined && { data }) }
        },
      }
    },
  } satisfies Door
}

export function requestOf(node: MockNode): Untyped {
  return node.provider.request as Untyped
}

export type Rejection = Error & {
  code: number
  data: unknown
  status: number | undefined
}

/** What the promise rejects with, which must be an Error with a code. */
export async function rejection(promise: Promise<unknown>): Promise<Rejection> {
  const error = await promise.then(
    (result) => {
      throw new Error(`answered with ${JSON.stringify(result)}`)
    },
    (reason: unknown) => reason,
  )
  // An assertion for each of thousands would take most of the time.
  if (!(error instanceof Error && Number.isInteger((error as Rejection).code)))
    expect.fail(`rejected with ${error}, expected an Error with a code`)
  return error as Rejection
}
