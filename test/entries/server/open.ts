import { createMockNode, type MockNodeOptions } from 'preseal'
import { type ServeOptions, serve } from 'preseal/server'
import { onTestFinished } from 'vitest'

/** A served node, which is closed and disposed of when the test is over. */
export async function open(
  options: MockNodeOptions = {},
  serving: ServeOptions = {},
) {
  const node = createMockNode(options)
  const server = await serve(node, serving)
  onTestFinished(async () => {
    await server.close()
    node.dispose()
  })
  return { node, server, url: server.url }
}

/** Waits for as many turns of the event loop as that takes. */
export async function eventually(isSo: () => boolean) {
  while (!isSo()) await new Promise((next) => setImmediate(next))
}
