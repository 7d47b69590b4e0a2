import { amount } from '../../../../base/words/words.js'
import type { Scene } from '../scene/scene.js'
import type { Frame, Pen } from './pen.js'

/** Answers of eth_getBalance for one account; returns where it ends. */
export function drawBalance(
  scene: Scene,
  { from, until }: Frame,
  pen: Pen,
  top: number,
): number {
  const shown = scene.balances[scene.account]
  if (shown === undefined) return top
  const height = 20
  const title = `getBalance of ${shown.account}${pen.isNarrow ? ', pending over latest' : ''}`
  pen.text(pen.isNarrow ? 8 : pen.left, top + 10, title, 'lane')
  let py = top + 16
  for (const tag of ['pending', 'latest'] as const) {
    const changes = shown[tag]
    if (!pen.isNarrow) pen.text(8, py + 14, tag, 'lane')
    for (const [index, [at, wei]] of changes.entries()) {
      const close = changes[index + 1]?.[0] ?? scene.until
      if (wei === null || close < from || at > until) continue
      const label = amount(wei)
      pen.box(
        `wei ${tag}`,
        [at, close],
        [py, height],
        [label, label.replace(/ .*/, '')],
        `eth_getBalance of ${shown.account}, ${tag}, answers ${label} from ${at} ms`,
      )
    }
    py += height + 4
  }
  return py + 8
}
