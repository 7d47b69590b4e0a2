import { oneOf } from '../../base/validation/values.js'
import type { BeatsSeenBy } from '../../chain/model/config.js'
import { value } from './schema.js'

export const beatsSeenBy = () =>
  value<BeatsSeenBy>(oneOf('pending', 'latestState', 'latest', 'none'))
