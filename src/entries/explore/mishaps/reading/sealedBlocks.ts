import type { Timeline } from '../../../timeline/index.js'

/** Each block with its name, when it opened, and how early a sweep tries it. */
export function sealedBlocks({ blocks, since }: Timeline) {
  let idle = 0
  return blocks.map((block, index) => ({
    ...block,
    name: `block ${block.number}`,
    openedAt: blocks[index - 1]?.at ?? since,
    // Idle blocks are all alike: others come first.
    rank: block.transactions.length === 0 ? firstIdle + idle++ : 0,
  }))
}

/** The rank of the first idle block. */
export const firstIdle = 2
