import type { Issue } from '../../base/hex/parse.js'
import type { Profile } from './options.js'
import type { Given } from './resolveOptions.js'

/** Refuses options and values of a profile that cannot be on a fork. */
export function checkFork({
  own: { chainId, timestamp, pendingStateRoot },
  live,
  profile,
}: {
  readonly own: Given
  readonly live: Given | undefined
  readonly profile: Profile | undefined
}): Issue[] {
  if (live === undefined) return []
  const refusals: Issue[] = []
  if (chainId !== undefined && chainId !== live.chainId)
    refusals.push({
      path: ['chainId'],
      given: `${chainId}`,
      expected: `${live.chainId}, the chain of the fork's record`,
      advice: 'Leave it out, or give the record of that chain.',
    })
  const { chainId: ofProfile = live.chainId } = profile?.options ?? {}
  if (profile !== undefined && ofProfile !== live.chainId)
    refusals.push({
      path: ['profile'],
      given: `"${profile.name}", whose chain is ${ofProfile}`,
      expected: `one of chain ${live.chainId}, which is the chain of the fork's record`,
    })
  if (timestamp !== undefined && timestamp < (live.timestamp ?? 0n))
    refusals.push({
      path: ['timestamp'],
      given: `${timestamp}`,
      expected: `at least ${live.timestamp}, the time of the fork's block`,
    })
  if (pendingStateRoot === 'everyBeat')
    refusals.push({
      path: ['pendingStateRoot'],
      given: '"everyBeat"',
      expected: '"atSeal", as nobody knows the state roots of a fork',
      advice: 'They are zero in all blocks above it.',
    })
  return refusals
}
