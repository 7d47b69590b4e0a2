import { toQuantity } from '../../../base/hex/hex.js'
import {
  checkImport,
  type ImportReport,
} from '../../../chain/intents/checkImport.js'
import type { Imported } from '../../../chain/intents/importBlock.js'
import type { ImportParameters } from '../../../chain/model/importedBlock.js'
import {
  checkImportFields,
  importFields,
  importParameters,
} from '../../schema/importBlock.js'
import { importAt } from '../transitions/replaceBlocks.js'
import type { StepWithVerb } from './internal/stepFile.js'

export type ImportBlockStep = { type: 'importBlock' } & ImportParameters

export type ImportBlockVerb = {
  /**
   * Imports a block of a real node. It becomes the latest block at once,
   * whatever its number, or the pending block if its hash is null or `as` says
   * so. It reads back exactly as given; the returned report says which parts
   * recompute.
   *
   * Pre-confirmations return to the queue. State that you did not set is
   * unknown from then on; a read of it is an error that says what to add.
   *
   * @example
   * const { checks } = node.importBlock({ block, receipts })
   * checks.hash // { type: 'recomputes' }
   *
   * @param parameters - JSON of `eth_getBlockByNumber` and
   * `eth_getBlockReceipts`, as returned by `provider.request` of a real node.
   * @throws InvalidParametersError naming each field that is malformed.
   */
  importBlock(parameters: ImportParameters): ImportReport
}

export const importBlock = {
  type: 'importBlock',
  fields: importFields,
  check: checkImportFields,
  apply: importAt,
  verb: {
    name: 'importBlock',
    parameter: importParameters,
    call(_, parameters, apply) {
      const checks = checkImport(parameters)
      return { ...apply(), checks }
    },
    toJson: ({ number, hash, links, checks }) => ({
      number: number === null ? null : toQuantity(number),
      hash,
      links,
      checks,
    }),
  },
} as const satisfies StepWithVerb<ImportBlockStep, ImportBlockVerb, Imported>
