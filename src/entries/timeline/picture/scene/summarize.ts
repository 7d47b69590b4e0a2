import { count } from '../../../../base/words/words.js'
import type { Packed } from './scene.js'

/** How long a scene takes, and how much happens in it. */
export function summarize({
  from,
  until,
  blocks,
  leaps,
  transactions,
}: Pick<Packed, 'from' | 'until' | 'leaps'> & {
  readonly blocks: readonly unknown[]
  readonly transactions: readonly unknown[]
}): string {
  const sealed = leaps.reduce(
    (sum, [, first, last]) => sum + last - first + 1,
    blocks.length,
  )
  return `${from} to ${until} ms, ${count(sealed, 'block')} sealed, ${count(transactions.length, 'transaction')}.`
}
