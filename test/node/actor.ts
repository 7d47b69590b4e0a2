import { type Hex, isPresealError, type MockNode, type StepNow } from 'preseal'
import { toHex } from 'viem'
import type { Action } from '../model/story.js'
import { bindSealPlan } from '../model/timeline.js'
import { alice, bob } from './actors.js'
import { ask } from './reads.js'

/**
 * Does the actions of stories to a node, whatever it refuses. Of transactions
 * every third is sent by request, some with a gap in the nonces before it.
 */
export function createActor(node: MockNode) {
  const hashes: Hex[] = []
  const snapshots: ReturnType<MockNode['snapshot']>[] = []
  const any = <value>(list: readonly value[], pick: number) =>
    list[pick % list.length]

  async function send(at: number) {
    const nonce = Number(
      await ask(node, 'eth_getTransactionCount', alice, 'pending'),
    )
    if (nonce > 1_000) return
    const hash = await ask(node, 'eth_sendTransaction', {
      from: alice,
      to: bob,
      value: toHex(at),
      nonce: toHex(nonce + (at % 2)),
    })
    hashes.push(hash as Hex)
  }

  function act(action: Action, at: number): unknown {
    switch (action.type) {
      case 'preconfirm':
        if (at % 3 === 0) return send(at)
        return hashes.push(
          node.preconfirm({ ...action.transaction, label: `${at % 3}` }),
        )
      case 'drop': {
        const hash = any(hashes.slice(-6), action.pick)
        return hash && node.drop(hash)
      }
      case 'set': {
        const { type, ...given } = action.setting
        return (node[type] as (given: object) => void)(given)
      }
      case 'apply': {
        const { draft, pick } = action
        const known = [...hashes.slice(-4), '0', '1', '2']
        const named = (offset: number) => any(known, pick + offset) as string
        const { how: _, ...step } = {
          how: undefined,
          ...draft,
          ...(draft.type === 'planSeal' &&
            bindSealPlan(draft, named, known.length)),
          ...('omit' in draft && { omit: pick % 3 ? [named(0)] : [] }),
        }
        return node.apply(step as StepNow as { type: 'seal' })
      }
      case 'advance':
        return node.advance(action.ms)
      case 'nextBeat':
      case 'nextBlock':
        return node[action.type](action.times)
      case 'seek':
        return node.seek(action.to)
      case 'snapshot':
        return snapshots.push(node.snapshot())
      case 'revert': {
        const snapshot = any(snapshots, action.pick)
        return snapshot && node.revert(snapshot)
      }
      case 'import':
        return node.importBlock(action.parameters)
      default:
        return undefined
    }
  }

  return async (action: Action, at: number): Promise<void> => {
    try {
      await act(action, at)
    } catch (error) {
      const errors = error instanceof AggregateError ? error.errors : [error]
      const isOwn = (one: unknown) =>
        isPresealError(one) || typeof Object(one).code === 'number'
      if (!errors.every(isOwn)) throw error
    }
  }
}
