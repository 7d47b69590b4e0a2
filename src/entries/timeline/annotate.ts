import {
  type Annotations,
  annotate as add,
} from '../../base/words/annotations.js'
import type { MockNode } from '../../index.js'
import { checkNode } from './read/checkGiven.js'

export type { Annotations } from '../../base/words/annotations.js'

/**
 * Tells the stories of a node by which ABIs they decode, and how they call
 * addresses; those of matchers and of failing tests too.
 *
 * @example
 * annotate(node, { abis: [routerAbi], names: { [alice]: 'alice' } })
 *
 * @param more - Added to what the node, its contracts and its wallets know.
 * @throws InvalidTimelineError where it is given no node.
 */
export function annotate(node: MockNode, more: Annotations): void {
  checkNode('annotate', node)
  add(node, more)
}
