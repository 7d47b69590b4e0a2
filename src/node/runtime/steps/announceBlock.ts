import type { Hash } from '../../../base/hex/hex.js'
import * as values from '../../../base/validation/values.js'
import { announceBlock as announceHash } from '../../../chain/lookup/find.js'
import { value } from '../../schema/schema.js'
import { transition } from '../moment/moment.js'
import type { StepFile } from './internal/stepFile.js'

export type AnnounceBlockStep = {
  type: 'announceBlock'
  /** Hash of the latest block. Reads of the block fail until you import it. */
  hash: Hash
}

export const announceBlock = {
  type: 'announceBlock',
  fields: () => ({ hash: value(values.hash) }),
  apply: (moment, { hash }) =>
    transition({ ...moment, chain: announceHash(moment.chain, hash) }),
} as const satisfies StepFile<AnnounceBlockStep>
