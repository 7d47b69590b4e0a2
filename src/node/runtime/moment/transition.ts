import { isPresealError } from '../../../base/errors/errors.js'
import type { Effect } from '../../../chain/blocks/chain.js'
import { promoteRunnable } from '../../../chain/blocks/pool.js'
import type { Moment } from './moment.js'

/** The moment that something led to, and the effects on the way there. */
export type Transition = {
  readonly moment: Moment
  /** In the order in which they happened. */
  readonly effects: readonly Effect[]
  /** Errors of failed actions; all others were done. */
  readonly errors: readonly unknown[]
}

/** Announces what is given, and what can run only now in the pool. */
export function transition(
  moment: Moment,
  effects: readonly Effect[] = [],
  errors: readonly unknown[] = [],
): Transition {
  const bugs = bugsIn(effects).filter((bug) => !errors.includes(bug))
  const { chain, effects: promoted } = promoteRunnable(moment.chain)
  return {
    moment: chain === moment.chain ? moment : { ...moment, chain },
    effects: promoted.length === 0 ? effects : [...effects, ...promoted],
    errors: [...errors, ...bugs],
  }
}

/**
 * Errors that an engine or a native contract threw on its own account: no
 * outcome of the chain but a mistake of the test, which is to surface with its
 * stack.
 */
function bugsIn(effects: readonly Effect[]): unknown[] {
  return effects.flatMap((effect) =>
    effect.type === 'dropped' &&
    effect.reason === 'error' &&
    isMistake(effect.error)
      ? [effect.error]
      : [],
  )
}

/** An error of the test's contract comes as one of ours. */
function isMistake(error: unknown): boolean {
  return !isPresealError(error) || error.kind === 'code'
}
