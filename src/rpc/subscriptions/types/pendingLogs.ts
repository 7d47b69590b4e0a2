import { matchesLog } from '../../../chain/logs/findLogs.js'
import { type LogCriteria, refuseCriteria } from '../../logs/logCriteria.js'
import { openLogs } from '../openLogs.js'
import { preconfirmedIn } from '../preconfirmedIn.js'
import { readCriteria } from '../readOption.js'
import type { SubscriptionType } from './subscriptionType.js'

export const pendingLogs: SubscriptionType<LogCriteria> = {
  type: 'pendingLogs',
  isUsual: true,
  read: readCriteria,
  refuse: (criteria) => refuseCriteria(criteria, 1),
  results: (criteria, update) =>
    preconfirmedIn(update).flatMap(({ included, chain }) =>
      openLogs({ ...update.view, chain }, included).filter((_, position) => {
        const log = included.effect.logs[position]
        return log !== undefined && matchesLog(criteria, log)
      }),
    ),
}
