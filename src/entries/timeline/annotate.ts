import {
  type FieldValidators,
  fitting,
  optional,
  readOptions,
} from '../../base/validation/fields.js'
import { type Annotations, annotate as add } from '../../base/words/words.js'
import type { MockNode } from '../../index.js'
import { checkNode } from './read/readTimeline.js'

export type { Annotations } from '../../base/words/words.js'

const fields: FieldValidators<Annotations> = {
  abis: optional(
    fitting<Annotations['abis']>(Array.isArray, 'an array of ABIs'),
    undefined,
  ),
  names: optional(
    fitting<Annotations['names']>(
      (given) => typeof given === 'object' && given !== null,
      'an object of names by address',
    ),
    undefined,
  ),
}

/**
 * Adds ABIs and names of addresses to the stories of a node, including those of
 * matchers and failing tests.
 *
 * @example
 * annotate(node, { abis: [routerAbi], names: { [alice]: 'alice' } })
 *
 * @param more - Added to those of the node, its contracts and its wallets.
 * @throws InvalidParametersError if the argument is not a node, or has other
 * annotations.
 */
export function annotate(node: MockNode, more: Annotations): void {
  checkNode('annotate', node)
  readOptions('annotate', more, fields)
  add(node, more)
}
