import type { Address, Hash } from '../../base/hex/hex.js'
import type { RecordedLogs } from './fork.js'

/** A request for logs before the fork. */
export type LogQuestion = {
  readonly addresses: ReadonlySet<Address> | null
  readonly topics: readonly (ReadonlySet<Hash> | null)[]
  readonly fromBlock: bigint
  readonly toBlock: bigint
}

/**
 * JSON of the recorded logs among which the answer is, those of other filters
 * too; undefined if some block of the range was not asked for.
 */
export function recordedLogs(
  recorded: readonly RecordedLogs[],
  question: LogQuestion,
): readonly object[] | undefined {
  const fitting = recorded
    .filter((one) => covers(one, question))
    .sort((one, other) => one.fromBlock - other.fromBlock)
  const found: object[] = []
  let next = Number(question.fromBlock)
  for (const { fromBlock, toBlock, logs } of fitting) {
    if (fromBlock > next) break
    if (toBlock < next) continue
    const from = next
    found.push(...logs.filter((log) => numberOf(log) >= from))
    next = toBlock + 1
  }
  return next > Number(question.toBlock)
    ? found.filter((log) => numberOf(log) <= Number(question.toBlock))
    : undefined
}

/** Whether all that is asked for is in what was asked then. */
function covers(
  { addresses, topics }: RecordedLogs,
  question: LogQuestion,
): boolean {
  return (
    isWithin(question.addresses, addresses) &&
    // A filter longer than a log's topics fits no log.
    topics.length <= question.topics.length &&
    topics.every((wide, at) => isWithin(question.topics[at] ?? null, wide))
  )
}

function isWithin<item>(
  narrow: ReadonlySet<item> | null,
  wide: readonly item[] | null,
): boolean {
  if (wide === null) return true
  return narrow !== null && [...narrow].every((item) => wide.includes(item))
}

function numberOf(log: object): number {
  return Number((log as { blockNumber?: unknown }).blockNumber)
}
