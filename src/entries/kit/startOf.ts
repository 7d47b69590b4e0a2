import type { MockNodeOptions } from '../../index.js'

/** 2026-01-01, as a node has it by default, so that hashes stay the same. */
const start = 1_767_225_600_000

/** unix ms at which a test of such a node begins: as its fork or profile does. */
export function startOf({
  fork,
  profile,
}: Pick<MockNodeOptions, 'fork' | 'profile'>): number {
  // Whatever else was given is refused as the node is made.
  const { timestamp } = Object(profile?.options) as { timestamp?: bigint }
  return (
    timeOf(fork) ??
    (timestamp === undefined ? start : Number(timestamp) * 1_000)
  )
}

/**
 * The test's time as that of the first block, since a dapp compares the two;
 * nothing if that would be before the fork.
 *
 * @param now - unix ms
 */
export function timestampAt(
  now: number,
  fork: MockNodeOptions['fork'],
): Pick<MockNodeOptions, 'timestamp'> {
  const forked = timeOf(fork)
  return forked !== undefined && now < forked
    ? {}
    : { timestamp: BigInt(Math.floor(now / 1_000)) }
}

/** unix ms of the block of a fork */
function timeOf(fork: MockNodeOptions['fork']): number | undefined {
  const { timestamp } = Object(fork?.record.block) as { timestamp?: unknown }
  return timestamp === undefined ? undefined : Number(timestamp) * 1_000
}
