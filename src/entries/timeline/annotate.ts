import {
  arrayOf,
  type FieldValidators,
  fitting,
  optional,
  readOptions,
} from '../../base/validation/fields.js'
import { nonEmptyText, type Validator } from '../../base/validation/values.js'
import { type Annotations, annotate as add } from '../../base/words/words.js'
import type { MockNode } from '../../index.js'
import { refuseNode } from './read/readTimeline.js'

export type { Annotations } from '../../base/words/words.js'

const abi = fitting<readonly unknown[]>(
  Array.isArray,
  'an ABI, which is an array',
)

const fields: FieldValidators<Annotations> = {
  abis: optional(arrayOf(abi), undefined),
  names: optional(
    textsBy('an object of names by address, none of them empty', nonEmptyText),
    undefined,
  ),
}

/** Texts by whatever `expected` says. */
export function textsBy(
  expected: string,
  { check }: Validator<string>,
): Validator<{ readonly [name: string]: string }> {
  return fitting(
    (given) =>
      typeof given === 'object' &&
      given !== null &&
      Object.values(given).every((own) => check(own).ok),
    expected,
  )
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
  readOptions('annotate', more, fields, refuseNode('annotate', node))
  add(node, more)
}
