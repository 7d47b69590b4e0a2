export { isConnectionRefused } from './connectionRefused.js'
export {
  copyResult,
  type RecordedResult,
} from './copyResult.js'
export { createHttpTransport } from './createHttpTransport.js'
export {
  createProviderTransport,
  type RecordedProvider,
} from './createProviderTransport.js'
export { unexpectedAnswer } from './endpointError.js'
export {
  type EndpointFetch,
  endpointFields,
  endpointProvider,
  type HttpEndpoint,
  httpUrl,
} from './endpointFields.js'
export { displayFailure, type Failure, kindOf } from './failure.js'
export { createStop, type Limits, type Stop, wait } from './limits.js'
export { loadedFetch } from './loadedFetch.js'
export { loadedClock } from './platformClock.js'
export { retryAfter } from './retryAfter.js'
export type {
  Transport,
  TransportRequest,
} from './transport.js'
