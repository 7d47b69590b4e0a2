import { lookup } from '../../../base/codec/trie.js'
import { subscriptionNames } from '../../../rpc/subscriptions/types/subscriptionTypes.js'
import { meantMethod } from '../../schema/methodName.js'
import { parseParameters } from '../../schema/parseParameters.js'
import { sentName } from '../../schema/transactionName.js'
import type { Runtime } from '../cell/runtime.js'
import type { SocketEvent } from '../events/nodeEvents.js'
import { findSent } from '../names/names.js'
import { isAhead } from '../play/goal.js'
import type { Step } from '../steps/steps.js'
import { peek } from './chainPeek.js'
import { readStory } from './readStory.js'
import type { StoryAccess } from './storyAccess.js'
import { storyRange } from './storyRange.js'

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
      const moment = runtime.settle()
      const { since = 0, until = moment.time } = given
      return readStory(moment, runtime.history(), runtime.sealing, {
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
    isAhead: (verb) => isAhead(runtime.settle(), runtime.sealing, script, verb),
    hasGoneBack: () => runtime.hasGoneBack,
    isPreconfirmed(hash) {
      const { open } = runtime.settle().chain
      return open.imported === undefined
        ? lookup(open.positions, hash) !== undefined
        : open.imported.transactions.some((one) => one.hash === hash)
    },
  }
}
