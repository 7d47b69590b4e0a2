import { display } from '../../base/hex/display.js'
import type { Failure } from './failure.js'
import { type Limits, withinLimits } from './limits.js'
import {
  copyResult,
  type Transport,
  type TransportReply,
  type TransportRequest,
} from './transport.js'

/** An EIP-1193 provider, or a viem client, which has the same `request`. */
export type RecordedProvider = {
  request(args: never): Promise<unknown>
}

export function createProviderTransport(
  provider: RecordedProvider,
  limits: Limits,
): Transport {
  async function send(request: TransportRequest): Promise<TransportReply> {
    const { method, params } = request
    try {
      const settled = await withinLimits(limits, () =>
        // Whatever requests a provider is typed for, it is asked these.
        provider.request({ method, params: [...params] } as never),
      )
      return settled === undefined
        ? { type: 'hold' }
        : { type: 'result', value: settled.value }
    } catch (error) {
      if (limits.stop.isStopped) throw error
      return readError(error, request)
    }
  }
  return (requests) => Promise.all(requests.map(send))
}

/** The first error in the chain of causes that says what happened. */
function readError(thrown: unknown, request: TransportRequest): Failure {
  let error = thrown
  for (let depth = 0; depth < 8 && error !== undefined; depth++) {
    const failure = failureOf(error, request)
    if (failure !== undefined) return failure
    error = fields(error).cause
  }
  return { type: 'network' }
}

function failureOf(
  error: unknown,
  request: TransportRequest,
): Failure | undefined {
  const { name, code, message, details, data, status } = fields(error)
  // Messages of viem say the URL, and with it perhaps a key; its details do not.
  const detail = details ?? message
  const text = typeof detail === 'string' ? detail : display(error)
  const http = isStatus(status) ? status : fields(data).httpStatus
  if (isStatus(http)) return { type: 'http', status: http, ...body(code, text) }
  if (name === 'TimeoutError') return { type: 'hold' }
  // Disconnected (EIP-1193)
  if (code === 4900 || code === 4901) return { type: 'network' }
  if (!Number.isSafeInteger(code)) return undefined
  return {
    type: 'rpc',
    code: code as number,
    message: text,
    ...(data !== undefined && { data: copyResult(data, request).value }),
  }
}

function body(code: unknown, message: string) {
  if (!Number.isSafeInteger(code)) return {}
  return {
    body: JSON.stringify({
      jsonrpc: '2.0',
      error: { code, message },
      id: null,
    }),
    headers: { 'content-type': 'application/json' },
  }
}

function isStatus(status: unknown): status is number {
  return (
    Number.isInteger(status) && Number(status) >= 400 && Number(status) < 600
  )
}

function fields(of: unknown): { [name: string]: unknown } {
  return Object(of)
}
