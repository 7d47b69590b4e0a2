import type { MockNode } from 'preseal'
import { createPublicClient, custom } from 'viem'
import { bob } from '../../node/actors.js'

/** Shows a balance that it polls, and none of it where it could not be read. */
export function balanceApp(
  node: MockNode,
  { onError = undefined as unknown } = {},
) {
  const client = createPublicClient({ transport: custom(node.provider) })
  const app = { shown: 'loading' as unknown }
  let asked = 0
  let answered = 0

  async function poll() {
    const turn = ++asked
    const shown = await client
      .getBalance({ address: bob, blockTag: 'pending' })
      .catch(() => onError)
    if (turn < answered) return
    answered = turn
    app.shown = shown ?? app.shown
  }

  void poll()
  setInterval(poll, 500)
  return app
}
