import { criteria } from '../commonParameters.js'
import { refuseCriteria } from '../logs/logCriteria.js'
import { logRange } from '../logs/logRange.js'
import { readLogs } from '../logs/readLogs.js'
import { type MethodsOf, method, type SchemaOfViem } from '../method.js'
import { result } from './result.js'

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
