import type { Hash } from '../../../base/hex/hex.js'
import type { Story } from './story.js'

/** What `preseal/timeline`, which is bundled apart, reads of a node. */
export type StoryDoor = {
  readonly [storyDoor]: {
    readonly read: (range: unknown) => Story
    /** The one that the application sent and a name means. */
    readonly findSent: (name: unknown) => Hash
  }
}

/** The key of a node's story. */
export const storyDoor: unique symbol = Symbol.for('preseal.story')
