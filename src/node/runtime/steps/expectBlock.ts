import type { Hash } from '../../../base/hex/hex.js'
import * as values from '../../../base/validation/values.js'
import { expectBlock as expectHash } from '../../../chain/lookup/expectBlock.js'
import { value } from '../../schema/schema.js'
import { transition } from '../moment/transition.js'
import type { StepFile } from './internal/stepFile.js'

export type ExpectBlockStep = {
  type: 'expectBlock'
  /** Of the latest block, which cannot be read until it is imported. */
  hash: Hash
}

export const expectBlock = {
  type: 'expectBlock',
  fields: () => ({ hash: value(values.hash) }),
  apply: (moment, { hash }) =>
    transition({ ...moment, chain: expectHash(moment.chain, hash) }),
} as const satisfies StepFile<ExpectBlockStep>
