import { type WalletDoor, walletDoor } from '../../doors/walletDoor.js'
import type { MockNode } from '../../index.js'

/**
 * Ends the nodes of a test. What still waits would be rejected, with nobody left
 * to catch it.
 */
export function endNodes(nodes: readonly MockNode[]): void {
  for (const node of nodes)
    if (node.waitingRequests.length === 0) node.dispose()
    else doorOf(node).leave()
}

/** A wallet before the node is not to stay on the page. */
function doorOf(node: MockNode): WalletDoor {
  return (node as MockNode & { [walletDoor]: WalletDoor })[walletDoor]
}
