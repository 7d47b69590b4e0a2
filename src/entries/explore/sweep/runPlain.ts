import { PresealError } from '../../../base/errors/errors.js'
import { requestText, valueText } from '../../../base/words/words.js'
import { laterMoment, realNow } from '../../kit/index.js'
import { textOf } from '../model/mishap.js'
import { basics, type Run } from '../model/run.js'
import type { Ran } from '../run/runOnce.js'

/**
 * The test on the network without mishaps, which must be the same twice: else
 * nobody could say that it was the mishap.
 */
export async function runPlain(run: () => Promise<Ran>): Promise<Ran> {
  let first = await runWell(run)
  // A page's lazy imports come over a network or from a disk, in real time.
  for (let waits = 0; waits < 6 && isIdle(first); waits++) {
    await passRealTime(300)
    first = await runWell(run)
  }
  const second = await runWell(run)
  const difference = firstDifference(first.run, second.run)
  if (difference === undefined) {
    if (isIdle(second))
      throw explorationError(
        `no request reached a node in ${second.run.now} ms of the chain's time, so no mishap could reach the application. Start the application inside the explored function, and give it node.provider, node.fetch, node.wsUrl or wallet.provider from that function's argument`,
      )
    return second
  }
  // Lazy imports take turns of their own, and only the first time.
  const third = isWithin(first, second) ? await runWell(run) : undefined
  if (third && firstDifference(second.run, third.run) === undefined)
    return third
  throw explorationError(
    `two runs without any mishap differ, so a run with a mishap would prove nothing: ${difference}. Create all state inside the test (stores, query clients, caches at the top of a module live on), and do lazy imports before the test`,
  )
}

/** `ms` of real time, in which the imports have the process to themselves. */
async function passRealTime(ms: number): Promise<void> {
  const until = realNow() + ms
  while (realNow() < until) await laterMoment()
}

/** Nobody asked a node anything, so that nothing of it can go wrong. */
function isIdle({ run: { timelines } }: Ran): boolean {
  return timelines.every(
    ({ answeredRequests, waitingRequests, sockets }) =>
      answeredRequests.length + waitingRequests.length + sockets.length === 0,
  )
}

async function runWell(run: () => Promise<Ran>): Promise<Ran> {
  const ran = await run()
  throwOwn(ran)
  return ran
}

/** Whether all that was asked in the one was asked in the other, in any order. */
function isWithin(one: Ran, other: Ran): boolean {
  const left = askedIn(other)
  return askedIn(one).every((asked) => {
    const index = left.indexOf(asked)
    if (index >= 0) left.splice(index, 1)
    return index >= 0
  })
}

function askedIn({ run }: Ran): string[] {
  return run.answeredRequests.map(({ via, method, params }) =>
    textOf([via, method, params]),
  )
}

/** An error of the test itself is its error, and no finding. */
function throwOwn({ judged, run }: Ran): void {
  if (judged?.cause !== undefined) throw judged.cause
  if (judged?.invariant === basics.ends)
    throw explorationError(
      `the test was not over after ${run.now} ms of the chain's time, even without any mishap. Do not await anything in it that happens only at its end, give it more time with "duration", and await what takes real time, such as a file or another server, before the exploration, which moves fake time alone`,
    )
  if (judged?.invariant === basics.goesOn)
    throw explorationError(
      `time stood still at ${run.now} ms, even without any mishap, as ${judged.text}. Give them more than 0 ms, or end them`,
    )
}

function explorationError(said: string): PresealError<'ExplorationError'> {
  return new PresealError('ExplorationError', `explore: ${said}.`, {
    reason: 'undisturbed',
  })
}

/** How two runs of the same test differ first; undefined if they do not. */
function firstDifference(one: Run, other: Run): string | undefined {
  const asked = differing(one.answeredRequests, other.answeredRequests, (a) =>
    textOf([a.via, a.method, a.params, a.at, a.settledAt, a.outcome]),
  )
  if (asked !== undefined) {
    const [first, second, index] = asked
    const name = (of: typeof first) =>
      of === undefined
        ? 'nothing more'
        : `${requestText(of)} at ${of.at} ms, answered at ${of.settledAt} ms with ${valueText(of.outcome)}`
    return `request ${index + 1} was ${name(first)} in the first run, and ${name(second)} in the second`
  }
  for (const [watch, looks] of one.looks) {
    const seen = differing(looks, other.looks.get(watch) ?? [], textOf)
    if (seen === undefined) continue
    const [first, second] = seen
    const name = (of: typeof first) =>
      of === undefined
        ? 'nothing more'
        : `${textOf(of.value)} from ${of.at} to ${of.until} ms`
    return `"${watch}" was ${name(first)} in the first run, and ${name(second)} in the second`
  }
  return undefined
}

function differing<value>(
  ones: readonly value[],
  others: readonly value[],
  toText: (value: value) => string,
): readonly [value | undefined, value | undefined, number] | undefined {
  const most = Math.max(ones.length, others.length)
  for (let index = 0; index < most; index++) {
    const [one, other] = [ones[index], others[index]]
    if (
      one === undefined ||
      other === undefined ||
      toText(one) !== toText(other)
    )
      return [one, other, index]
  }
  return undefined
}
