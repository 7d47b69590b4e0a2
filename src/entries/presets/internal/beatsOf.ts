import type { Story } from './story.js'

/**
 * The instants of every beat of that many blocks, the first of them being 0.
 */
export function beatsOf(
  { beatsPerBlock, preconfirmationTime }: Story,
  blocks: number,
): number[] {
  return Array.from(
    { length: blocks * beatsPerBlock },
    (_, index) => index * preconfirmationTime,
  )
}
