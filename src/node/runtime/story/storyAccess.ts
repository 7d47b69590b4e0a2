import type { Hash } from '../../../base/hex/hex.js'
import type { ChainPeek } from './chainPeek.js'
import type { Story } from './story.js'

/** The part of a node's story for entries, which are bundled apart. */
export type StoryAccess = {
  readonly read: (range: unknown) => Story
  /**
   * Transactions of the application that a name means; one, except for `'all'`.
   */
  readonly findSent: (name: unknown) => readonly Hash[]
  /** Labels that transactions of the script have, or will have. */
  readonly scriptLabels: () => readonly string[]
  /** The served method that was plainly meant by the name of another. */
  readonly meantMethod: (name: string) => string | undefined
  /** All that any node serves, of other chains, too. */
  readonly subscriptionNames: readonly string[]
  /** Whether it is in the open block, whoever sees that. */
  readonly isPreconfirmed: (hash: Hash) => boolean
  /** The content of the chain at an instant, read without hashing any block. */
  readonly lookAt: (at: number) => ChainPeek
  /** How many boundaries there were, as `nextBlock` counts them. */
  readonly boundaries: () => number
  /** Whether the clock or a step will bring another beat or boundary. */
  readonly isAhead: (verb: 'nextBeat' | 'nextBlock') => boolean
  /** Whether time ever went back, so that what came then may be forgotten. */
  readonly hasGoneBack: () => boolean
}

/** The key of a node's story. */
export const storyKey: unique symbol = Symbol.for('preseal.story')

export function hasStory(given: unknown): boolean {
  return storyKey in Object(given)
}

/** Of a node that has one. */
export function storyOf(node: object): StoryAccess {
  return (node as { readonly [storyKey]: StoryAccess })[storyKey]
}
