import type { Fault } from '../../../index.js'
import { hideUnsealed } from './hideUnsealed.js'

/** During that time, `pending` answers as `latest`. */
export function hidePending(time: { since?: number; until?: number }): Fault[] {
  return [
    { type: 'otherBlock', to: 'latest', block: 'pending', ...time },
    hideUnsealed(time),
  ]
}
