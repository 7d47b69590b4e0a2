import { latestNumber } from '../../chain/blocks/chain.js'
import { result } from '../answers/outcome.js'
import { readLogs } from '../format/formatReceipt.js'
import { refuseCriteria } from '../logs/logCriteria.js'
import { logRange, refuseCount } from '../logs/logRange.js'
import {
  criteria,
  type MethodsOf,
  method,
  type SchemaOfViem,
} from '../method/method.js'

export type LogsSchema = SchemaOfViem<'eth_getLogs'>

export const logsMethods = {
  eth_getLogs: method({
    reads: 'chain',
    isPublic: true,
    params: [criteria],
    answer(view, [criteria]) {
      const error = refuseCriteria(criteria)
      if (error !== undefined) return { type: 'error', error }
      const range = logRange(view.chain, criteria, view.logRange)
      if ('code' in range) return { type: 'error', error: range }
      const logs = readLogs(view, criteria, range)
      const head = latestNumber(view.chain)
      const tooMany = refuseCount(logs, range, head, view.mostLogs)
      return tooMany === undefined
        ? result(logs)
        : { type: 'error', error: tooMany }
    },
  }),
} satisfies MethodsOf<LogsSchema>
