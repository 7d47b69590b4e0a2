import { oneOf } from '../../base/validation/values.js'
import { value } from './schema.js'

export const beatsSeenBy = () =>
  value(oneOf('pending', 'latestState', 'latest', 'none'))
