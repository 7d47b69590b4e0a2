import type { Timeline } from '../../../timeline/index.js'
import { nameOfAddress } from './nameOfAddress.js'

/** The name of a subscription: `newHeads`, or `logs of USDC`. */
export function subscriptionName(
  id: unknown,
  { answeredRequests, annotations }: Timeline,
): string {
  const asked = answeredRequests.find(
    ({ method, outcome }) =>
      method === 'eth_subscribe' &&
      outcome.type === 'result' &&
      outcome.value === id,
  )
  return paramsName(asked?.params ?? [], annotations.names)
}

/** The same of the parameters of `eth_subscribe`. */
export function paramsName(
  [type, filter]: readonly unknown[],
  names: Parameters<typeof nameOfAddress>[1],
): string {
  const { address } = Object(filter) as { readonly address?: unknown }
  const of = Array.isArray(address) ? address[0] : address
  return typeof of === 'string'
    ? `${type} of ${nameOfAddress(of, names)}`
    : `${type ?? 'a subscription'}`
}
