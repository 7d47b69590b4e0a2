import type { ParsedPreset } from './parsedPreset.js'

/**
 * The instants of every beat of that many blocks, the first of them being 0.
 */
export function beatsOf(
  { beatsPerBlock, preconfirmationTime }: ParsedPreset,
  blocks: number,
): number[] {
  return Array.from(
    { length: blocks * beatsPerBlock },
    (_, index) => index * preconfirmationTime,
  )
}
