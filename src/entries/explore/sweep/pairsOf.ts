import type { Mishap } from '../model/mishap.js'
import { createRandom } from './createRandom.js'

/** So many different pairs, always the same for the same seed. */
export function pairsOf(
  mishaps: readonly Mishap[],
  count: number,
  seed: string,
): (readonly [Mishap, Mishap])[] {
  const random = createRandom(seed)
  const draw = () => Math.floor(random() * mishaps.length)
  const pairs = new Map<string, readonly [Mishap, Mishap]>()
  // Few mishaps may have fewer pairs than are wanted.
  for (let drawn = 0; drawn < count * 10 && pairs.size < count; drawn++) {
    const [low = 0, high = 0] = [draw(), draw()].sort((a, b) => a - b)
    const [one, other] = [mishaps[low], mishaps[high]]
    if (one !== undefined && other !== undefined && low !== high)
      pairs.set(`${low} ${high}`, [one, other])
  }
  return [...pairs.values()]
}
