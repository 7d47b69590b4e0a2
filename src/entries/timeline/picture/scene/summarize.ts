import { count } from '../../../../base/words/words.js'
import type { Packed } from './scene.js'

/** How long a scene takes, and how much happens in it. */
export function summarize({
  from,
  until,
  blocks,
  transactions,
}: Pick<Packed, 'from' | 'until'> & {
  readonly blocks: readonly unknown[]
  readonly transactions: readonly unknown[]
}): string {
  return `${from} to ${until} ms, ${count(blocks.length, 'block')} sealed, ${count(transactions.length, 'transaction')}.`
}
