import type { Hash } from '../../../base/hex/hex.js'
import * as values from '../../../base/validation/values.js'
import { awaitImport as awaitHash } from '../../../chain/lookup/awaitImport.js'
import { value } from '../../schema/schema.js'
import { transition } from '../moment/transition.js'
import type { StepFile } from './internal/stepFile.js'

export type AwaitImportStep = {
  type: 'awaitImport'
  /** Hash of the latest block. Reads of the block fail until you import it. */
  hash: Hash
}

export const awaitImport = {
  type: 'awaitImport',
  fields: () => ({ hash: value(values.hash) }),
  apply: (moment, { hash }) =>
    transition({ ...moment, chain: awaitHash(moment.chain, hash) }),
} as const satisfies StepFile<AwaitImportStep>
