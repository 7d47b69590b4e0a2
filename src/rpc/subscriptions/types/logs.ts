import { seenBy } from '../../../chain/lookup/find.js'
import { type LogCriteria, refuseCriteria } from '../../logs/logCriteria.js'
import { refuseStanding } from '../../logs/logRange.js'
import { newLogs } from '../newLogs.js'
import { readCriteria } from '../readOption.js'
import type { SubscriptionType } from './subscriptionType.js'

export const logs: SubscriptionType<LogCriteria> = {
  type: 'logs',
  isUsual: true,
  read: readCriteria,
  refuse: (criteria, chain) =>
    refuseCriteria(criteria, 1) ?? refuseStanding(criteria, seenBy(chain)),
  results: (criteria, { view, from }) => newLogs(from, view, criteria),
}
