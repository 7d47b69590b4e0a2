import * as z from 'zod/mini'
import { lookup } from '../../../base/codec/trie.js'
import type { Hash } from '../../../base/hex/hex.js'
import { lazy } from '../../../base/memo/memo.js'
import { natural } from '../../../base/validation/values.js'
import type { Chain } from '../../../chain/blocks/chain.js'
import { unhashedThrough } from '../../../chain/lookup/blockHash.js'
import {
  findBlock,
  findSealedBlock,
  transactionAt,
} from '../../../chain/lookup/find.js'
import { hashesIn } from '../../../chain/model/blockRun.js'
import { subscriptionNames } from '../../../rpc/subscriptions/subscriptionTypes.js'
import { meantMethod } from '../../schema/methodName.js'
import { object, parseParameters, value } from '../../schema/schema.js'
import { sentName } from '../../schema/transactionName.js'
import type { Runtime } from '../cell/runtime.js'
import type { SocketEvent } from '../events/nodeEvents.js'
import { findSent } from '../names/names.js'
import { isAhead } from '../play/goal.js'
import type { Step } from '../steps/steps.js'
import { readStory } from './readStory.js'
import type { ChainPeek, StoryAccess } from './storyAccess.js'

export function createStoryAccess(
  runtime: Runtime,
  script: readonly Step[],
  readSockets: () => readonly SocketEvent[],
): StoryAccess {
  return {
    meantMethod,
    subscriptionNames,
    scriptLabels: () =>
      script.flatMap((step) =>
        'label' in step && step.label !== undefined ? [step.label] : [],
      ),
    read(range) {
      const given = parseParameters('readTimeline', storyRange(), range)
      const state = runtime.settle()
      const { since = 0, until = state.time } = given
      return readStory(state, runtime.history(), {
        since,
        until,
        cadence: runtime.cadence,
        sockets: readSockets(),
      })
    },
    findSent(name) {
      const given = parseParameters('transaction', sentName(), name)
      const { log } = runtime.settle().chain
      return findSent(log, given, () => true, 'known')
    },
    lookAt(at) {
      const { time, chain } = runtime.settle()
      return peek(at < time ? runtime.read({ at }) : chain)
    },
    boundaries: () => runtime.settle().boundaries,
    isAhead: (verb) => isAhead(runtime.settle(), script, verb),
    hasGoneBack: () => runtime.hasGoneBack,
    isPreconfirmed(hash) {
      const { open } = runtime.settle().chain
      return open.imported === undefined
        ? lookup(open.positions, hash) !== undefined
        : open.imported.transactions.some((one) => one.hash === hash)
    },
  }
}

const mostUnhashed = 1_000

function peek(chain: Chain): ChainPeek {
  const { sealed, open } = chain
  const foundSealed = (hash: Hash) => {
    const place = lookup(chain.places, hash)
    const block = place && findSealedBlock(chain, place.number)
    return block && transactionAt(block, place.transactionIndex)
      ? { block, index: place.transactionIndex }
      : null
  }
  return {
    get isUnhashed() {
      const offset = sealed.value.count - 1
      const { missing } = unhashedThrough(sealed, offset, mostUnhashed)
      return missing > mostUnhashed
    },
    blockAt(tag) {
      const block = findBlock(chain, { type: 'tag', tag })
      if (block === null) return null
      const { number, imported } = block
      return {
        number: imported?.number ?? number,
        transactions: hashesIn(block),
      }
    },
    outcomeOf(hash) {
      const index = lookup(open.positions, hash)
      const found = foundSealed(hash)
      const included =
        index === undefined
          ? found?.block.included[found.index]
          : open.included[index]
      if (included === undefined) return null
      const { status, logs, failure } = included.effect
      return { status, logs, output: failure?.output ?? '0x' }
    },
    sealedIn: (hash) => foundSealed(hash)?.block.number ?? null,
  }
}

/** ms since the node was created, both inclusive. */
const storyRange = lazy(() =>
  object(
    z.strictObject({
      since: z.optional(value(natural)),
      until: z.optional(value(natural)),
    }),
  ),
)
