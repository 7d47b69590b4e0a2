import type { Fault } from '../../index.js'
import { hideUnsealed } from './hideUnsealed.js'

/** What `pending` answers in that time is what `latest` answers. */
export function hidePending(time: { from?: number; until?: number }): Fault[] {
  return [
    { type: 'skew', to: 'latest', block: 'pending', ...time },
    hideUnsealed(time),
  ]
}
