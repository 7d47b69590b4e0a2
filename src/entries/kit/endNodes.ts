import { socketDoorOf } from '../../base/http/nodeUrls.js'
import { type WalletDoor, walletDoor } from '../../doors/walletDoor.js'
import type { MockNode } from '../../index.js'
import type { TestClock } from './timers/testClock.js'

/**
 * Ends the nodes of a test, and the time that they follow. A request that still
 * waits would be rejected with nobody left to catch it, and a client whose
 * socket is cut would connect again in the next test.
 */
export function endNodes(
  nodes: readonly MockNode[],
  clocks: readonly TestClock[],
): void {
  for (const clock of clocks) clock.stop()
  for (const node of nodes) {
    socketDoorOf(node)?.leave()
    if (node.waitingRequests.length === 0) node.dispose()
    else doorOf(node).leave()
  }
}

/** A wallet before the node is not to stay on the page. */
function doorOf(node: MockNode): WalletDoor {
  return (node as MockNode & { [walletDoor]: WalletDoor })[walletDoor]
}
