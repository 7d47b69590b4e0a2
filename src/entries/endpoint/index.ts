export type { EndpointFetch } from './createHttpTransport.js'
export {
  type Endpoint,
  endpoint,
  endpointFields,
  endpoints,
  loadedFields,
  onProgress,
} from './endpointFields.js'
export {
  displayFailure,
  type Failure,
  isConnectionRefused,
  kindOf,
} from './failure.js'
export {
  createStop,
  type Limits,
  retryAfter,
  type Stop,
  wait,
} from './limits.js'
export { loadedClock } from './platformClock.js'
export type {
  Transport,
  TransportRequest,
} from './transport.js'
export {
  copyResult,
  type RecordedResult,
  unexpectedAnswer,
} from './transport.js'
