import type { Chain } from '../chain/chain.js'
import { append } from '../chain/lineage.js'
import { checkDuration } from '../clock/checkDuration.js'
import type { TimeSource, TimeVerb } from '../clock/clock.js'
import { waker } from '../clock/waker.js'
import type { FaultState } from '../faults/faultState.js'
import type { CanonicalStep } from '../schema/step.js'
import type { NodeEvents } from './events.js'
import { announce } from './events.js'
import { createListeners, reportUncaught } from './listeners.js'
import {
  type History,
  historyAt,
  type Moment,
  noPlan,
  record,
} from './moment.js'
import { DisposedError, InsideListenerError } from './nodeErrors.js'
import { nextInstant, play, rest } from './play.js'
import { ahead, never, nextBeat, type Timing } from './rhythm.js'
import type { Runtime } from './runtime.js'
import { keep, recall } from './snapshot.js'

/** Of a jump in time over idle blocks, this many at most are told one by one. */
const mostTold = 100_000

/** The events that come with time. */
const timed = ['beat', 'preconfirmed', 'dropped', 'sealed'] as const

export function createRuntime({
  chain,
  faults,
  timing,
  timeline,
  source,
}: {
  chain: Chain
  faults: FaultState
  timing: Timing
  timeline: readonly CanonicalStep[]
  source: TimeSource
}): Runtime {
  const listeners = createListeners<NodeEvents>([...timed, 'exchange'])
  const self = {}
  const beats = waker(source, settle)
  let moment = bear({
    time: 0,
    openedAt: 0,
    plan: noPlan,
    chain,
    faults,
    step: 0,
  })
  let history: History = append(null, moment)
  /** What to add to the source's time: revert and seek move it. */
  let offset = 0
  let isPlaying = false
  /** Whether somebody listens to what time brings. */
  let isWatched = false
  let isDisposed = false
  /** What listeners and steps threw while a verb moves time. */
  let failures: unknown[] | undefined
  let release = () => {}

  function bear(unborn: Moment): Moment {
    const born = play(unborn, timing, timeline, 0)
    if (born.errors.length > 0) throw born.errors[0]
    return born.moment
  }

  function settle(): Moment {
    if (isPlaying || isDisposed) return moment
    const time = source.elapsed() + offset
    if (time > moment.time) catchUp(time)
    if (isWatched) arm()
    return moment
  }

  function catchUp(time: number) {
    let { faults } = moment
    isPlaying = true
    try {
      for (;;) {
        if (isWatched) skipUntold(time)
        const at = nextInstant(moment, timing, timeline, isWatched)
        if (at > time) break
        const played = play(moment, timing, timeline, at)
        moment = played.moment
        if (!played.isIdle) history = record(history, moment)
        played.errors.forEach(fail)
        announce(listeners, timing, moment, played).forEach(fail)
        if (isDisposed) return
        if (moment.faults !== faults) release()
        faults = moment.faults
      }
      moment = rest(moment, timing, time)
    } finally {
      isPlaying = false
    }
    release()
  }

  function skipUntold(time: number) {
    const idleUntil = nextInstant(moment, timing, timeline, false)
    const told = Math.min(time, idleUntil) - mostTold * timing.blockTime
    if (told > moment.time) moment = rest(moment, timing, told)
  }

  /**
   * A timer makes events punctual, so without listeners there is none, nor
   * where nothing but the node's verbs moves time, which all settle.
   */
  function arm() {
    isWatched = timed.some((name) => listeners.count(name) > 0)
    const isTimed = isWatched && source.type !== 'virtual'
    const at = nextBeat(moment, timing)
    beats.arm(isTimed && at < never ? at - offset : null)
  }

  function fail(error: unknown) {
    if (failures === undefined) reportUncaught(error)
    else failures.push(error)
  }

  /** Moves time; a listener or step that threw is heard when it is over. */
  function hear(verb: TimeVerb | 'seek', by: (from: Moment) => void) {
    assertOutside(verb)
    const from = settle()
    const caught: unknown[] = []
    failures = caught
    try {
      by(from)
      settle()
    } finally {
      failures = undefined
    }
    if (caught.length > 0) throw caught[0]
  }

  function assertOutside(verb: string) {
    assertAlive()
    if (isPlaying || listeners.isTelling) throw new InsideListenerError(verb)
  }

  function assertAlive() {
    if (isDisposed) throw new DisposedError()
  }

  /** Puts another moment of this node in place of the present one. */
  function restore(restored: History, time: number) {
    history = restored
    moment = rest(restored.value, timing, time)
    offset = time - source.elapsed()
    arm()
    release()
  }

  return {
    timing,
    listeners: {
      ...listeners,
      on(name, listener) {
        assertAlive()
        settle()
        const off = listeners.on(name, listener)
        arm()
        return () => {
          off()
          arm()
        }
      },
    },
    settle,
    use() {
      assertAlive()
      return settle()
    },
    read(past) {
      if ('instant' in past) return past.instant as Chain
      const at =
        'at' in past
          ? past.at
          : moment.time - past.beats * timing.preconfirmationTime
      const time = Math.max(0, at)
      return rest(historyAt(history, time).value, timing, time).chain
    },
    commit(next, told = {}) {
      const { faults } = moment
      moment = next
      history = record(history, moment)
      announce(listeners, timing, moment, told).forEach(fail)
      if (moment.faults !== faults) release()
    },
    move: (verb, by) =>
      hear(verb, (from) => source.advance(ahead(from, timing, verb, by), verb)),
    leap: (verb, by) =>
      hear(verb, (from) => {
        const ms = ahead(from, timing, verb, by)
        checkDuration(ms, from.time, verb)
        offset += ms
      }),
    seek(ms) {
      assertOutside('seek')
      const { time } = settle()
      if (ms > time)
        hear('seek', () => {
          offset += ms - time
        })
      else restore(historyAt(history, ms), ms)
    },
    snapshot() {
      assertAlive()
      settle()
      return keep(self, record(history, moment), moment.time)
    },
    revert(given) {
      assertOutside('revert')
      const { history, now } = recall(self, given)
      restore(history, now)
    },
    onRelease(callback) {
      release = callback
    },
    get isDisposed() {
      return isDisposed
    },
    dispose() {
      isDisposed = true
      beats.stop()
      listeners.clear()
    },
  }
}
