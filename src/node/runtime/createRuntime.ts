import {
  checkDuration,
  type TimeSource,
  type TimeVerb,
} from '../../base/clock/clock.js'
import { PresealError } from '../../base/errors/errors.js'
import {
  type Act,
  type Author,
  type Chain,
  type Effect,
  record,
} from '../../chain/blocks/chain.js'
import { append } from '../../chain/model/lineage.js'
import type { Engine } from '../../engine/engine.js'
import type { ChangeListener, EngineGuard, Runtime } from './cell/runtime.js'
import {
  createAlarm,
  createAnnouncer,
  createListeners,
  deliveriesOf,
  reentrantCallError,
  throwAll,
} from './events/listeners.js'
import { type NodeEvents, timedEvents } from './events/nodeEvents.js'
import {
  goTo,
  nextInstant,
  play,
  playStart,
  skipUnannounced,
  toEntry,
} from './play/play.js'
import {
  type Action,
  addState,
  type History,
  historyAt,
  idleUntil,
  type NodeState,
  never,
  type Start,
  type Transition,
} from './state/nodeState.js'
import { createSnapshot, findSnapshot, readPast } from './state/snapshot.js'
import type { Step } from './steps/steps.js'
import { sealAtOnce } from './transitions/blocks.js'

export function createRuntime(
  given: Start & {
    script: readonly Step[]
    source: TimeSource
    execution: EngineGuard
  },
): Runtime {
  const { script, source, execution, ...start } = given
  const announcer = createAnnouncer(() => {
    if (alarm.watched() !== 'nothing' && !isPlaying) arm()
  })
  const listeners = createListeners<NodeEvents>([
    ...timedEvents,
    'answered',
    'socket',
  ])
  const alarm = createAlarm(source, listeners, settle)
  const self = {}
  let state = playStart(script, start)
  let history: History = append(null, state)
  /** At creation, before any verb. */
  const creation = history
  /** Added to the source's time; revert, seek and jump change it. */
  let offset = 0
  let isPlaying = false
  let isDisposed = false
  let hasGoneBack = false
  const releases: (() => readonly unknown[])[] = []
  const release = () => releases.flatMap((goOn) => goOn())
  let observe: ChangeListener = () => []
  let rewind = (_: Chain, __: number) => {}

  function settle(): NodeState {
    if (isStill() || isDisposed || execution.isRunning()) return state
    const time = source.elapsed() + offset
    if (time > state.time) catchUp(time)
    if (alarm.watched() !== 'nothing') arm()
    return state
  }

  function catchUp(time: number) {
    let { faults, step } = state
    isPlaying = true
    try {
      for (;;) {
        if (alarm.watched() !== 'nothing')
          state = skipUnannounced(state, script, time)
        const at = nextInstant(state, script, alarm.watched())
        if (at > time) break
        const { chain } = state
        const played = play(state, script, at)
        state = played.state
        if (!played.isIdle) history = addState(history, state)
        played.errors.forEach(announcer.fail)
        announce(chain, played.effects)
        if (isDisposed) return
        if (state.faults !== faults || state.step !== step)
          release().forEach(announcer.fail)
        ;({ faults, step } = state)
      }
      state = idleUntil(state, time)
    } finally {
      isPlaying = false
    }
    release().forEach(announcer.fail)
  }

  /** Commit, then tell. */
  function announce(from: Chain, effects: readonly Effect[]) {
    announcer.announce([
      ...deliveriesOf(effects, state.time, listeners),
      ...observe(from, effects),
    ])
  }

  function arm() {
    alarm.arm((watched) => {
      const at = nextInstant(state, script, watched)
      return at < never ? at - offset : null
    })
  }

  /** From `begin` until the function that is returned. */
  function listening(begin: () => () => void): () => void {
    assertAlive()
    settle()
    const end = begin()
    arm()
    return () => {
      end()
      arm()
    }
  }

  /** Moves time; what listeners and steps threw is thrown when it is over. */
  function advanceTo(verb: TimeVerb | 'seek', by: (from: NodeState) => void) {
    assertOutside(verb)
    announcer.collect(() => {
      by(settle())
      settle()
    })
  }

  const pass: Pass = (verb, by, go) =>
    advanceTo(verb, (from) =>
      goTo(from, script, { verb, by }, (ms, whole) => {
        offset += go(ms, whole, state.time)
        const now = settle()
        return isDisposed ? undefined : now
      }),
    )

  /** Replaces the present state with the result of a verb or a request. */
  function commit(
    by: Author,
    act: Act | null,
    given: Pick<Transition, 'state' | 'effects'>,
  ) {
    const next = given.state
    const entry = toEntry(state, by, act, given)
    const chain = record(next.chain, entry)
    state = chain === next.chain ? next : { ...next, chain }
    history = addState(history, state)
  }

  /** Whether time stands still, as it does for a listener. */
  const isStill = () => isPlaying || announcer.isAnnouncing()

  function assertOutside(verb: string) {
    assertAlive()
    execution.assertOver(`node.${verb}`)
    if (isStill()) throw reentrantCallError(verb)
  }

  function assertAlive() {
    if (isDisposed) throw disposedError()
  }

  /** Replaces the present state with another one of this node. */
  function restore(restored: History, time: number) {
    history = restored
    state = idleUntil(restored.value, time)
    offset = time - source.elapsed()
    hasGoneBack = true
    rewind(state.chain, time)
    arm()
    release()
  }

  return {
    cadence: start.cadence,
    execution,
    announcer,
    listeners: {
      ...listeners,
      on: (name, listener) => listening(() => listeners.on(name, listener)),
    },
    settle,
    state: () => state,
    assertAlive,
    history: () => history,
    hasGoneBack: () => hasGoneBack,
    read: (past) => readPast(past, state, history),
    apply<fields, result>(
      action: Action<fields, result>,
      fields: fields,
      by: Author = 'verb',
    ) {
      assertAlive()
      const { chain } = settle()
      const applied = sealAtOnce(action.apply(state, fields, by), by)
      const { result, effects } = applied
      commit(by, { type: action.type, ...fields }, applied)
      announce(chain, effects)
      throwAll([...applied.errors, ...release()])
      // An action without a result returns undefined.
      return result as result
    },
    setFaults(faults) {
      if (faults === state.faults) return
      commit('verb', null, { state: { ...state, faults }, effects: [] })
      release()
    },
    ...clockVerbs(source, pass),
    seek(ms) {
      assertOutside('seek')
      const leap = ms - settle().time
      if (leap > 0)
        advanceTo('seek', () => {
          offset += leap
        })
      else restore(ms === 0 ? creation : historyAt(history, ms), ms)
    },
    snapshot() {
      assertAlive()
      settle()
      return createSnapshot(self, addState(history, state), state.time)
    },
    revert(given) {
      assertOutside('revert')
      const { history, now } = findSnapshot(self, given)
      restore(history, now)
    },
    onRelease(callback) {
      releases.push(callback)
    },
    onChange(callback) {
      observe = callback
    },
    onRewind(callback) {
      rewind = callback
    },
    watch: () => listening(alarm.watch),
    isDisposed: () => isDisposed,
    dispose() {
      isDisposed = true
      alarm.stop()
      listeners.clear()
    },
  }
}

/** Lets `ms` pass of the `whole` still to go; returns by how much to jump. */
type Go = (ms: number, whole: number, now: number) => number

type Pass = (verb: TimeVerb, by: number, go: Go) => void

/** The ways in which a verb lets time pass: with the clock, or past it. */
function clockVerbs(source: TimeSource, pass: Pass) {
  return {
    move: (verb: TimeVerb, by: number) =>
      pass(verb, by, (ms, whole) => {
        source.checkMovable(whole, verb)
        source.advance(ms, verb)
        return 0
      }),
    jump: (verb: TimeVerb, by: number, name: TimeVerb | 'mine' = verb) =>
      pass(verb, by, (ms, whole, now) => {
        checkDuration(whole, now, name)
        return ms
      }),
  }
}

function disposedError(): PresealError<'DisposedError'> {
  return new PresealError(
    'DisposedError',
    'The node was disposed. Create another one with createMockNode.',
  )
}

/**
 * Code within an engine, as a contract's function, may read its node. Its
 * changes there would be lost: the verb that executes replaces the node's state
 * when it is done.
 */
export function guardEngine(engine: Engine): EngineGuard {
  let running = 0
  return {
    engine: {
      recoverSigner: engine.recoverSigner,
      blockAccessList: engine.blockAccessList,
      execute(state, environment, message, observer) {
        running++
        try {
          return engine.execute(state, environment, message, observer)
        } finally {
          running--
        }
      },
    },
    isRunning: () => running > 0,
    assertOver(what) {
      if (running > 0) throw runningEngineError(what)
    },
  }
}

function runningEngineError(what: string): PresealError<'ReentrantCallError'> {
  return new PresealError(
    'ReentrantCallError',
    `${what} was called from inside a contract's function or an engine, where time stands still and the node can only be read. Call it after the method or request that executes has returned.`,
    { reason: 'engine' },
  )
}
