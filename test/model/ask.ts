import type { Chain } from './chain.js'
import { type Answer, type Asked, judge, refusedByEndpoint } from './judge.js'
import { isSeenOpen, readChain, selectorAt } from './read.js'
import type { World } from './world.js'

/** What the node answers. */
export async function ask(
  world: World,
  chainAt: (now: number) => Chain,
  method: string,
  params: readonly unknown[],
): Promise<Answer> {
  const refusal = refusedByEndpoint(world, method)
  if (refusal !== undefined) return refusal
  const position = selectorAt[method]
  const isMalformed = params.includes(malformed)
  const given = position === undefined ? undefined : params[position]
  const selector = plain(given)
  return judge(
    world,
    {
      method,
      block: isMalformed || position === -1 ? undefined : selector,
      params: isMalformed
        ? 'malformed'
        : position === undefined
          ? 'unknown'
          : 'good',
      reads: readBy(method, position),
    },
    async (past, skew) => {
      const chain =
        past === undefined
          ? world.chain
          : 'chain' in past
            ? past.chain
            : chainAt('at' in past ? past.at : beatsAgo(world, past.beats))
      const read = skew !== undefined && position !== -1 ? skew : selector
      const asked = params.map((param, at) => (at === position ? read : param))
      const isOpenHidden =
        skew !== undefined &&
        !(await isSeenOpen(chain, world.config, skew, false))
      return readChain(chain, world.config, method, asked, isOpenHidden)
    },
  )
}

function readBy(method: string, position: number | undefined): Asked['reads'] {
  if (position === undefined) return 'nothing'
  if (position >= 0) return 'block'
  if (method.includes('Transaction')) return 'transaction'
  return method === 'eth_blockNumber' ? 'chain' : 'nothing'
}

/** Where it stands among parameters, the request is refused. */
export const malformed = 'what is no parameter'

/** A selector in its own words, without the object around it. */
function plain(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null) return given as string
  const { blockNumber, blockHash } = given as { [key: string]: string }
  return blockNumber ?? blockHash
}

/** As long after that beat as it is now after the last one. */
function beatsAgo({ beatTimes, now }: World, beats: number): number {
  const last = beatTimes.length - 1
  const past = beatTimes[last - beats]
  if (past === undefined) return 0
  const at = past + now - (beatTimes[last] as number)
  const next = beatTimes[last - beats + 1]
  return next === undefined ? at : Math.min(at, Math.max(past, next - 1))
}
