import { readText } from '../../http/readText.js'
import type { HttpEndpoint } from '../recordOptions.js'
import type { Call, Reply } from './ask.js'
import { longestAnswer, UnexpectedAnswerError } from './copyAnswer.js'
import type { Failure } from './failure.js'
import { type Limits, within } from './within.js'

/** Posts a message; the result is the parsed body, whatever it says. */
export type Post = (message: unknown, call: Call) => Promise<Reply>

/** bytes of an HTTP error's body that are kept */
const longestBody = 65_536

const kept = ['content-type', 'retry-after']

export function createPost(
  { url, headers, fetch }: HttpEndpoint,
  limits: Limits,
): Post {
  return async (message, call) => {
    try {
      const posted = await within(limits, (signal) =>
        post(JSON.stringify(message), signal),
      )
      if (posted === undefined) return { type: 'hang' }
      const { value } = posted
      if ('type' in value) return value
      return { type: 'result', value: parse(value.text, call) }
    } catch (error) {
      if (limits.stop.isStopped || error instanceof UnexpectedAnswerError)
        throw error
      return { type: 'network' }
    }
  }

  async function post(
    body: string,
    signal: AbortSignal,
  ): Promise<Failure | { text: string | undefined }> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal,
    })
    const { status } = response
    if (status < 400) return { text: await textOf(response, longestAnswer) }
    const told = kept.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    return {
      type: 'http',
      status,
      body: withoutId((await textOf(response, longestBody)) ?? ''),
      headers: Object.fromEntries(told),
    }
  }
}

function parse(text: string | undefined, call: Call): unknown {
  if (text === undefined)
    throw new UnexpectedAnswerError(
      call,
      'more than it may',
      `at most ${longestAnswer} bytes`,
    )
  try {
    return JSON.parse(text)
  } catch {
    throw new UnexpectedAnswerError(
      call,
      JSON.stringify(text.slice(0, 60)),
      'JSON',
    )
  }
}

/** The text of a body; undefined where it is longer. */
async function textOf(
  { body }: Response,
  most: number,
): Promise<string | undefined> {
  if (body === null) return ''
  const read = await readText(body, most, new TextDecoder())
  return read.type === 'text' ? read.text : undefined
}

/** The id in a JSON-RPC error is that of a request which nobody will repeat. */
function withoutId(body: string): string {
  try {
    const message = JSON.parse(body)
    return Object.hasOwn(message, 'id') && Object.hasOwn(message, 'error')
      ? JSON.stringify({ ...message, id: null })
      : body
  } catch {
    return body
  }
}
