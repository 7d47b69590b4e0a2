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

/**
 * Waits for as many turns of the event loop as that takes, at most until the
 * test is over: it would go on under the fake timers of another file.
 */
export async function eventually(isSo: () => boolean) {
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  while (!isSo() && !isOver) await new Promise((next) => setImmediate(next))
}
