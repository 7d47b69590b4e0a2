import { display } from '../../hex/display.js'
import type { HttpEndpoint } from '../recordOptions.js'
import { copyAnswer, UnexpectedAnswerError } from './copyResult.js'
import { type Failure, kindOf } from './failure.js'
import type { Limits } from './limits.js'
import { createPost } from './post.js'
import type { Ask, Call, Reply } from './transport.js'

/**
 * JSON-RPC over HTTP. What is asked together goes as one batch, until the
 * endpoint refuses batches and takes the same requests alone.
 */
export function createHttpAsk(endpoint: HttpEndpoint, limits: Limits): Ask {
  const post = createPost(endpoint, limits)
  let takesBatches = true
  /** How requests fail alone, by how they fail within a batch. */
  const alone = new Map<string, Failure>()

  async function askAlone(call: Call): Promise<Reply> {
    const posted = await post({ ...envelope, id: 0, ...call }, call)
    return posted.type === 'result' ? readReply(posted.value, call) : posted
  }

  async function askBatch(
    calls: readonly Call[],
  ): Promise<readonly Reply[] | undefined> {
    const [first] = calls as [Call]
    const posted = await post(
      calls.map((call, id) => ({ ...envelope, id, ...call })),
      first,
    )
    if (posted.type !== 'result')
      return isOfBatch(posted) ? undefined : calls.map(() => posted)
    const { value } = posted
    if (!Array.isArray(value)) return undefined
    const byId = new Map(value.map((message) => [Object(message).id, message]))
    if (!calls.every((_, id) => byId.has(id))) return undefined
    return calls.map((call, id) => readReply(byId.get(id), call))
  }

  /** A proxy tells alone by a status what it tells in a batch by a code. */
  async function correct(reply: Reply, call: Call): Promise<Reply> {
    if (reply.type !== 'rpc') return reply
    const key = `${call.method} ${kindOf(reply)}`
    const known = alone.get(key)
    if (known !== undefined) return known
    const corrected = await askAlone(call)
    if (corrected.type !== 'result') alone.set(key, corrected)
    return corrected
  }

  return async (calls) => {
    const [only, second] = calls
    const batch =
      takesBatches && second !== undefined ? await askBatch(calls) : undefined
    if (batch !== undefined)
      return Promise.all(
        batch.map((reply, index) =>
          correct(reply, calls[index] ?? (only as Call)),
        ),
      )
    const replies = await Promise.all(calls.map(askAlone))
    if (second !== undefined && replies.some(({ type }) => type === 'result'))
      takesBatches = false
    return replies
  }
}

const envelope = { jsonrpc: '2.0' }

/** What says more of batches than of the requests in them. */
function isOfBatch(failure: Failure): boolean {
  return (
    failure.type === 'http' &&
    ![401, 429, 502, 503, 504].includes(failure.status)
  )
}

function readReply(message: unknown, call: Call): Reply {
  const { error, result } = Object(message) as {
    [name: string]: unknown
  }
  if (error !== undefined && error !== null) return readError(error, call)
  if (result === undefined)
    throw new UnexpectedAnswerError(
      call,
      display(message),
      'a JSON-RPC response',
    )
  return { type: 'result', value: result }
}

function readError(error: unknown, call: Call): Failure {
  const { code, message, data } = Object(error) as { [name: string]: unknown }
  return {
    type: 'rpc',
    code: Number.isSafeInteger(code) ? (code as number) : -32603,
    message: typeof message === 'string' ? message : display(error),
    ...(data !== undefined && { data: copyAnswer(data, call).value }),
  }
}
