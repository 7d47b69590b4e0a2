import { result } from '../answers/result.js'
import { readLogs } from '../format/readLogs.js'
import { refuseCriteria } from '../logs/logCriteria.js'
import { logRange } from '../logs/logRange.js'
import { criteria } from '../method/commonParameters.js'
import { type MethodsOf, method, type SchemaOfViem } from '../method/method.js'

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
      return 'code' in range
        ? { type: 'error', error: range }
        : result(readLogs(view, criteria, range))
    },
  }),
} satisfies MethodsOf<LogsSchema>
