import { PresealError } from '../../base/errors/errors.js'
import type { TransportRequest } from './transport.js'

/** An answer that no node would give. */
export function unexpectedAnswer(
  { method, params }: TransportRequest,
  given: string,
  expected: string,
): PresealError<'EndpointError'> {
  return new PresealError(
    'EndpointError',
    `The endpoint answered ${method}(${params.map((one) => JSON.stringify(one)).join(', ')}) with ${given}, expected ${expected}. Record an endpoint of an EVM chain.`,
    { reason: 'answer' },
  )
}
