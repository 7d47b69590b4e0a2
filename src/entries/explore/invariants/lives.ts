import type { Address, AnsweredRequest, Hash } from '../../../index.js'
import type { Timeline } from '../../timeline/index.js'
import { textOf } from '../model/mishap.js'
import type { Seen, Sent } from '../model/run.js'

type Move = Timeline['transactions'][number]['moves'][number]

/** A sent transaction, what it was to do, and what became of it. */
export type Life = Sent & {
  readonly moves: readonly Move[]
  /** Equal for those of which the chain takes one. */
  readonly slot: string
  /** Equal for those that do the same. */
  readonly intent: string
  /** Whether it moves nothing, from an account to itself. */
  readonly isNothing: boolean
  /** Whether the application knows its hash. */
  readonly isTold: boolean
}

/** All that was sent, in order, each once. */
export function livesOf({
  sent,
  timelines,
  answeredRequests,
}: Pick<Seen, 'sent' | 'timelines' | 'answeredRequests'>): Life[] {
  const told = toldIn(answeredRequests)
  const first = new Map<Hash, Sent>()
  for (const one of sent) if (!first.has(one.hash)) first.set(one.hash, one)
  return [...first.values()].map((one): Life => {
    const { hash } = one
    const timeline = timelines.find(({ transactions }) =>
      transactions.some((life) => life.hash === hash),
    )
    const life = timeline?.transactions.find((life) => life.hash === hash)
    const { chainId } = timeline ?? {}
    const asked = askedIn(timeline, hash)
    const { from, to, nonce, value = 0n, data = '0x' } = asked
    return {
      ...one,
      moves: life?.moves ?? [],
      slot: `${chainId} ${from} ${nonce ?? hash}`,
      intent: intentOf(chainId, asked),
      isNothing: from === to && value === 0n && data === '0x',
      isTold: told(hash),
    }
  })
}

/** Equal for transactions that do the same. */
export function intentOf(
  chainId: number | undefined,
  { from, to, value = 0n, data = '0x' }: Asked,
): string {
  return `${chainId} ${from} ${to} ${value} ${data}`
}

type Asked = {
  readonly from?: Address
  readonly to?: Address | null | undefined
  readonly nonce?: number | undefined
  readonly value?: bigint | undefined
  readonly data?: string | undefined
}

function askedIn(timeline: Timeline | undefined, hash: Hash): Asked {
  for (const event of timeline?.events ?? [])
    if (event.type === 'step' && event.hash === hash) return event.step as Asked
  return {}
}

/** What applications read about a transaction whose hash they know. */
const reads = /^eth_getTransaction(Receipt|ByHash)$/

/** Of a request that sends for the application, or what became of its batch. */
const answers = /^(eth_sendTransaction|wallet_\w+|eth_\w*UserOperation\w*)$/

/**
 * Whether the application knows a hash: as an answer, or since it asks for it.
 * What a wallet signs and sends, it is not told of but by its request's answer.
 */
function toldIn(requests: readonly AnsweredRequest[]) {
  const texts = requests
    .flatMap(({ method, via, params, outcome }) => {
      if (reads.test(`${method}`)) return [`${params[0]}`]
      const isAnswer =
        answers.test(`${method}`) ||
        (via !== 'wallet' && `${method}`.startsWith('eth_sendRaw'))
      return isAnswer ? [textOf(outcome)] : []
    })
    .join()
    .toLowerCase()
  return (hash: Hash) => texts.includes(hash.toLowerCase())
}

export function isSuccess(move: Move | undefined): boolean {
  return move !== undefined && 'status' in move && move.status !== 'reverted'
}

/** What its wallet sent in its place, and the chain took: it does nothing. */
export function cancellationOf(
  { slot, intent, moves, at }: Life,
  lives: readonly Life[],
): Life | undefined {
  if (isSuccess(moves.at(-1))) return undefined
  return lives.find(
    (other) =>
      isCancelling(other, lives) &&
      other.slot === slot &&
      other.intent !== intent &&
      other.at >= at &&
      isSuccess(other.moves.at(-1)),
  )
}

/** Whether it is what a wallet sends to cancel another one. */
export function isCancelling(
  { isNothing, slot, intent }: Life,
  lives: readonly Life[],
): boolean {
  return (
    isNothing &&
    lives.some((other) => other.slot === slot && other.intent !== intent)
  )
}

/** As a sentence about a run says it. */
export function cancelledText(
  what: string,
  { at, moves }: Pick<Life, 'at' | 'moves'>,
): string {
  const last = moves.at(-1)
  const how = last?.type === 'sealed' ? 'sealed' : 'pre-confirmed'
  return `its user cancelled ${what} at ${at} ms: what was ${how} at ${last?.at} ms is a transfer of 0 wei to the user's own account`
}
