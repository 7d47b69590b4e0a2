import type { Hash } from '../../../base/hex/hex.js'
import type { Story } from './story.js'

/** What entries, which are bundled apart, read of a node's story. */
export type StoryDoor = {
  readonly read: (range: unknown) => Story
  /** Those that the application sent and a name means; one, but for `'all'`. */
  readonly findSent: (name: unknown) => readonly Hash[]
  /** Labels that transactions of the script have, or will have. */
  readonly scriptLabels: readonly string[]
  /** The served method that was plainly meant by the name of another. */
  readonly meantMethod: (name: string) => string | undefined
  /** Whether it is in the open block, whoever sees that. */
  readonly isPreconfirmed: (hash: Hash) => boolean
}

/** The key of a node's story. */
export const storyDoor: unique symbol = Symbol.for('preseal.story')

export function hasStory(given: unknown): boolean {
  return storyDoor in Object(given)
}

/** Of a node that has one. */
export function storyOf(node: object): StoryDoor {
  return (node as { readonly [storyDoor]: StoryDoor })[storyDoor]
}
