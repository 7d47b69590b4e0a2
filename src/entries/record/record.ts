import { PresealError } from '../../base/errors/errors.js'
import type { Fault, MockNodeOptions, Step } from '../../index.js'
import {
  createStop,
  displayFailure,
  type Failure,
  retryAfter,
  type Stop,
  wait,
} from '../endpoint/index.js'
import { createBlockLog } from './blockLog.js'
import { createFaultLog } from './faultLog.js'
import { type Poll, poll } from './poll.js'
import {
  type ParsedOptions,
  parseRecordOptions,
  type RecordOptions,
} from './recordOptions.js'

/** UTF-16 units; the text of a longer scenario no engine could hold */
const longestScenario = 2 ** 28

/** Given at the least to an endpoint that cannot be reached. */
const patience = { ms: 2_000, polls: 5 }

/**
 * Polls a live endpoint and returns a scenario of its answers: blocks, receipts
 * and watched state at the ms at which they changed, and refusals as faults for
 * as long as they lasted.
 *
 * @example
 * const scenario = await record({
 *   from: 'https://sepolia.base.org',
 *   duration: 20_000,
 *   watch: { balances: [alice], storage: [{ address: token, slot: 0 }] },
 * })
 * const node = createMockNode(scenario)
 *
 * @param options - `duration` and `pollingInterval` (200) in ms. A poll that
 * takes longer delays the next one. The recording ends early if the `signal` is
 * aborted or the scenario exceeds 256 MiB. Credentials in a URL are sent as
 * HTTP basic authentication.
 * @throws InvalidParametersError when an option is malformed.
 * @throws EndpointError if the endpoint gives an answer that no node gives, or
 * never returned a latest block; at once if it cannot connect in the first 2 s
 * and at least 5 polls.
 */
export async function record(options: RecordOptions): Promise<MockNodeOptions> {
  const given = parseRecordOptions(options)
  const stop = createStop(given.signal)
  try {
    return await pollUntilEnd(given, stop)
  } finally {
    stop.release()
  }
}

async function pollUntilEnd(
  {
    from,
    fetch,
    duration,
    pollingInterval,
    timeout,
    watch,
    onProgress,
    clock,
  }: ParsedOptions,
  stop: Stop,
): Promise<MockNodeOptions> {
  const limits = { clock, timeout, stop }
  const transport = from(fetch, limits)
  const blockLog = createBlockLog()
  const faultLog = createFaultLog()
  const steps: Step[] = []
  let last: Poll | undefined
  let lastFailure: Failure | undefined
  let isReached = false

  const start = clock.now
  const elapsed = () => Math.max(0, Math.floor(clock.now - start))
  let at = 0
  for (let polls = 1; !stop.isStopped; polls++) {
    const found = await poll(transport, watch, blockLog, last).catch(
      (error) => {
        if (!stop.isStopped) throw error
      },
    )
    if (found === undefined) break
    last = found
    steps.push(...blockLog.stepsFor(at, found), ...faultLog.stepsFor(at, found))
    const failures = found.statuses.flatMap(({ failure }) => failure ?? [])
    lastFailure = failures[0] ?? lastFailure
    isReached ||= found.statuses.some(
      ({ failure }) => failure?.type !== 'network',
    )

    const now = Math.max(at, elapsed())
    const { characters, highest: blockNumber } = blockLog
    onProgress({
      elapsed: now,
      duration,
      polls,
      steps: steps.length,
      blockNumber,
      characters,
    })
    if (characters > longestScenario) break
    if (!isReached && now >= patience.ms && polls >= patience.polls) break
    const free = Math.max(now + 1, now + retryAfter(failures, clock.now))
    const next = Math.ceil(free / pollingInterval) * pollingInterval
    if (next > duration) break
    await wait(limits, next - now)
    at = Math.max(next, elapsed())
  }
  if (blockLog.highest === undefined) throw nothingRecorded(lastFailure)
  const faults = notRecorded(blockLog.lowest)
  return {
    version: 1,
    ...(last?.chainId !== undefined && { chainId: last.chainId }),
    sealing: 'manual',
    ...(faults.length > 0 && { faults }),
    steps,
  }
}

function nothingRecorded(
  failure: Failure | undefined,
): PresealError<'EndpointError'> {
  return new PresealError(
    'EndpointError',
    failure === undefined
      ? 'Nothing was recorded: the recording ended before the endpoint answered.'
      : `Nothing was recorded: the endpoint returned no latest block (${displayFailure(failure)}). Check ${failure.type === 'network' ? 'the URL, and that the endpoint is up' : 'the URL, or record for longer'}.`,
    { reason: 'answer' },
  )
}

/**
 * Blocks that the recording never requested: a node would answer with its own
 * genesis block.
 */
function notRecorded(lowest: bigint | undefined): Fault[] {
  if (lowest === 0n) return []
  return (['safe', 'finalized', 'earliest', '0x0'] as const).map((block) => ({
    type: 'rpc',
    code: -32000,
    message: `The recording does not hold the block ${block}: it was made of latest and pending.`,
    block,
  }))
}
