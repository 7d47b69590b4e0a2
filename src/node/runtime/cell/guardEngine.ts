import { PresealError } from '../../../base/errors/errors.js'
import type { Engine } from '../../../engine/engine.js'

/** The engine of a node, and whether it is running. */
export type EngineGuard = {
  readonly engine: Engine
  readonly isRunning: () => boolean
  /** @throws ReentrantCallError while the engine is at work. */
  readonly assertOver: (what: string) => void
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
      if (running > 0) throw reentrantCallError(what)
    },
  }
}

function reentrantCallError(what: string): PresealError<'ReentrantCallError'> {
  return new PresealError(
    'ReentrantCallError',
    `${what} was called from inside a contract's function or an engine, where time stands still and the node can only be read. Call it after the method or request that executes has returned.`,
    { reason: 'engine' },
  )
}
