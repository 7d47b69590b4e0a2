import type { StateSelector } from '../../base/hex/parse.js'
import type { BlockEnvironment } from '../../engine/engine.js'
import type { Chain } from '../blocks/chain.js'
import { environmentOf } from '../lookup/environmentOf.js'
import { findBlock, findState } from '../lookup/find.js'
import type { ChainConfig } from '../model/config.js'
import type { State } from '../model/state.js'
import { overrideBlock, overrideState } from './applyOverrides.js'
import type { BlockOverrides, StateOverrides } from './callRequest.js'
import { type CallRefusal, isRefusal } from './refusal.js'

/** The context of a call: a state, and the values of the block for opcodes. */
export type CallContext = {
  readonly config: ChainConfig
  readonly state: State
  readonly block: BlockEnvironment
}

type Known = { [tag in 'latest' | 'pending']?: CallContext | undefined }

/** A chain's contexts in which nearly all calls run. */
const contexts = new WeakMap<Chain, Known>()

/** The context after the block of a selector, or undefined without one. */
export function callContext(
  chain: Chain,
  selector: StateSelector,
): CallContext | undefined {
  const tag = selector.type === 'tag' ? selector.tag : undefined
  if (tag !== 'latest' && tag !== 'pending') return findContext(chain, selector)
  let known = contexts.get(chain)
  if (known === undefined) {
    known = {}
    contexts.set(chain, known)
  }
  known[tag] ??= findContext(chain, selector)
  return known[tag]
}

function findContext(
  chain: Chain,
  selector: StateSelector,
): CallContext | undefined {
  const state = findState(chain, selector)
  const block = findBlock(chain, environmentSelector(chain, selector))
  return state === undefined || block === null
    ? undefined
    : { config: chain.config, state, block: environmentOf(chain, block) }
}

function environmentSelector(
  { config }: Chain,
  selector: StateSelector,
): StateSelector {
  const isPending = selector.type === 'tag' && selector.tag === 'pending'
  return isPending && config.calls.environment === 'latest'
    ? { type: 'tag', tag: 'latest' }
    : selector
}

/** The context as a request wants it to be. */
export function overrideContext(
  context: CallContext,
  accounts: StateOverrides | undefined,
  header: BlockOverrides | undefined,
): CallContext | CallRefusal {
  if (accounts === undefined && header === undefined) return context
  const block =
    header === undefined ? context.block : overrideBlock(context.block, header)
  if (isRefusal(block)) return block
  return overrideState({ ...context, block }, accounts ?? {})
}
