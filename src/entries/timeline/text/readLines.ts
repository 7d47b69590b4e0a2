import { sawText } from '../../../base/words/words.js'
import type { Saw } from '../../../index.js'
import type { InnerCall } from '../read/timeline.js'
import type { Words } from './createWords.js'
import type { JoinedRequest } from './joinFallbacks.js'

type Run = {
  readonly at: number
  readonly text: string
  readonly answer: string
  readonly saw: Saw | null
  readonly late: string
  many: number
  /** The answer to the last, which of a poll for blocks may be a later one. */
  until: string
  last: { readonly at: number; readonly saw: Saw | null }
}

/**
 * Reads, one line for as long as the answer stayed the same; of whoever polls
 * for blocks, for as long as their number rose.
 */
export function readLines(
  requests: readonly JoinedRequest[],
  words: Words,
  prefix = '',
): Line[] {
  const runs: Run[] = []
  const latest = new Map<string, Run>()
  for (const request of requests)
    for (const { text, answer } of readsIn(request, words)) {
      const { at: asked, settledAt: at, saw } = request
      const before = latest.get(text)
      if (
        before?.until === answer ||
        (request.method === 'eth_blockNumber' && isRise(before?.until, answer))
      ) {
        const run = before as Run
        run.many++
        run.until = answer
        run.last = { at, saw }
        continue
      }
      const late = at === asked ? '' : `, asked at ${asked} ms`
      const last = { at, saw }
      const run = { at, text, answer, saw, late, many: 1, until: answer, last }
      latest.set(text, run)
      runs.push(run)
    }
  return runs.map((run) => ({ at: run.at, text: `${prefix}${runText(run)}` }))
}

/** A lower number is a reorg, and has a line of its own. */
function isRise(before: string | undefined, answer: string): boolean {
  return (
    before !== undefined &&
    /^\d+$/.test(before) &&
    /^\d+$/.test(answer) &&
    BigInt(answer) > BigInt(before)
  )
}

function runText(run: Run): string {
  const { at, text, answer, saw, late, many, until, last } = run
  if (until !== answer)
    return `${text} → ${answer} … ${until}${late}, ${many} times, last at ${last.at} ms`
  const once = `${text} → ${answer}${sawNow(saw)}${late}`
  if (many === 1) return once
  if (last.at === at) return `${once}, ${many} times`
  const isSame =
    last.saw === null || (saw !== null && sawText(saw) === sawText(last.saw))
  return `${once}, ${many} times, last at ${last.at} ms${isSame ? '' : sawNow(last.saw)}`
}

function sawNow(saw: Saw | null): string {
  return saw === null ? '' : ` (saw ${sawText(saw)})`
}

type Read = { readonly text: string; readonly answer: string }

/** A request, or the calls that stand in it. */
function readsIn(request: JoinedRequest, words: Words): Read[] {
  const { via, outcome, calls, params } = request
  const by = via === 'wallet' ? 'wallet: ' : ''
  if (calls.length === 0 || outcome.type !== 'result')
    return [
      {
        text: `${by}${words.request(request)}`,
        answer: `${words.outcome(request, outcome)}${words.fallback(request)}`,
      },
    ]
  const [, block = 'latest'] = params
  return calls.map((call) => ({
    text: `${by}eth_call(${words.call(call.to, call.data)}, ${block}) by Multicall3`,
    answer: innerAnswer(call, words),
  }))
}

function innerAnswer(
  { to, data, output, isSuccess, isCodeless }: InnerCall,
  words: Words,
): string {
  if (output === null) return 'nothing'
  if (isCodeless) return '0x, since no code is there'
  if (isSuccess === false)
    return `failed: ${words.error(output, to) ?? (output === '0x' ? 'without a reason' : output)}`
  return words.outcome(
    { method: 'eth_call', params: [{ to, data }] },
    { type: 'result', value: output },
  )
}

/** One thing that happened, in one line; `at` in ms. */
export type Line = {
  readonly at: number
  readonly text: string
  /** Of a script that disconnects sockets, of one that it ended, of others. */
  readonly sockets?: 'disconnected' | 'ended' | 'shown'
}
