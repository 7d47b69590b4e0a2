import { publicMethods } from '../../rpc/methods/methods.js'

/** Whether an endpoint is your own, or is public and restricts requests. */
export type Endpoint = EndpointName | EndpointRules

export const endpointKinds = ['dedicated', 'public'] as const
type EndpointName = (typeof endpointKinds)[number]

/** The limits of an endpoint before a request gets as far as the faults. */
type EndpointRules = {
  /** Methods that are answered, others with HTTP 403; default every method */
  readonly allow?: readonly string[] | undefined
  /** Requests beyond this are answered with HTTP 429; default no limit */
  readonly rate?: Rate | undefined
  /** Requests in one batch over HTTP; default 1_000 */
  readonly batch?: number | undefined
  /** Bytes of one body over HTTP; default 5_242_880 (5 MiB) */
  readonly body?: number | undefined
  /**
   * Blocks from the first to the last of one request for logs; default no limit
   */
  readonly logRange?: number | undefined
  /**
   * Logs in one answer, unless they are of one block; default no limit. As in
   * reth, the error names the range that is not too long
   */
  readonly logs?: number | undefined
  /** Bytes of one result as JSON; default no limit */
  readonly answer?: number | undefined
}

type Rate = {
  readonly requests: number
  /** ms of the node's time, in consecutive windows, the first from creation on */
  readonly per: number
  /** The header Retry-After of what is refused, in seconds; default none */
  readonly retryAfter?: number | undefined
}

/** The same with every default filled in; without `rate` there is no limit. */
export type ResolvedRules = {
  /** Undefined: every method. */
  readonly allow: ReadonlySet<string> | undefined
  readonly rate: Rate | undefined
  readonly batch: number
  readonly body: number
  /** Undefined: any number. */
  readonly logRange: number | undefined
  /** Undefined: any number. */
  readonly logs: number | undefined
  /** Undefined: any number. */
  readonly answer: number | undefined
}

const endpoints: { readonly [name in EndpointName]: () => EndpointRules } = {
  dedicated: () => ({}),
  public: () => ({ allow: publicMethods(), logRange: 10_000 }),
}

export function rulesOf(endpoint: Endpoint): ResolvedRules {
  const { allow, rate, batch, body, logRange, logs, answer }: EndpointRules =
    typeof endpoint === 'string' ? endpoints[endpoint]() : endpoint
  return {
    allow: allow && new Set(allow),
    rate,
    batch: batch ?? 1_000,
    body: body ?? 5 * 2 ** 20,
    logRange,
    logs,
    answer,
  }
}
