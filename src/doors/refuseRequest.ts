import { display } from '../base/hex/display.js'
import type { PlainRequest, PlainResponse } from '../base/http/plainFetch.js'
import { invalidRequest } from '../rpc/answers/outcome.js'
import { emptyResponse, errorResponse } from './httpResponse.js'

const allow = 'POST, OPTIONS'

/**
 * The response to a request that is refused before its body is read, if it is.
 */
export function refuseRequest(
  request: PlainRequest,
  endpoints: readonly string[],
): PlainResponse | undefined {
  const { method, path, header } = request
  if (method === 'OPTIONS') return preflight(header)
  if (path !== '/' && !endpoints.includes(path.slice(1)))
    return refusal(
      404,
      method,
      endpoints.length === 0
        ? `the path is ${display(path)}, expected "/": leave it out of the URL`
        : `the path is ${display(path)}, expected "/" or one of ${endpoints.map((name) => `"/${name}"`).join(', ')}`,
    )
  if (method !== 'POST')
    return refusal(
      405,
      method,
      `the method is ${display(method)}, expected POST`,
    )
  const type = header('content-type')
  if (!isJson(type))
    return refusal(
      415,
      method,
      `the content type is ${type === null ? 'missing' : display(type)}, expected application/json in UTF-8`,
    )
  return undefined
}

function refusal(
  status: number,
  method: string,
  reason: string,
): PlainResponse {
  const headers = status === 405 ? { allow } : {}
  return method === 'HEAD'
    ? emptyResponse(status, { 'content-type': 'application/json', ...headers })
    : errorResponse(status, invalidRequest(reason), { headers })
}

function isJson(type: string | null): boolean {
  // The content type that clients send.
  if (type === 'application/json') return true
  const [essence, ...parameters] = (type ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  return (
    essence === 'application/json' &&
    parameters.every(
      (parameter) =>
        !parameter.startsWith('charset=') ||
        /^charset="?utf-?8"?$/.test(parameter),
    )
  )
}

/**
 * Answers a browser's question before it lets a page of another origin through.
 */
function preflight(header: PlainRequest['header']): PlainResponse {
  const asked = header('access-control-request-headers')
  const isPrivate = header('access-control-request-private-network') !== null
  return emptyResponse(204, {
    allow,
    'access-control-allow-methods': allow,
    'access-control-max-age': '86400',
    vary: 'Access-Control-Request-Headers',
    ...(asked !== null && { 'access-control-allow-headers': asked }),
    ...(isPrivate && { 'access-control-allow-private-network': 'true' }),
  })
}
