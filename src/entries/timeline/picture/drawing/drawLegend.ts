import type { Scene } from '../scene/scene.js'
import type { Pen } from './pen.js'

/** Names the marks that the scene has; returns where it ends. */
export function drawLegend(scene: Scene, pen: Pen, top: number): number {
  const moves = scene.transactions.flatMap((one) => one.moves)
  const has = (type: string) =>
    moves.some((move) => move.type === type) ||
    scene.notes.some((note) => note[1] === type)
  const isReverted = moves.some((move) => move.isReverted)
  const entries = [
    ['sent', 'sent', ''],
    ['preconfirmed', 'pre-confirmed at its index', '0'],
    ['sealed', 'sealed at its index', '0'],
    ...(isReverted ? [['sealed reverted', 'reverted', '!'] as const] : []),
    ['dropped', 'dropped', ''],
    ['omitted', 'omitted from its block', ''],
    ['request', 'request', ''],
    ['failed', 'failed request', ''],
    ['step', 'step', ''],
    ['fault', 'fault', ''],
  ] as const
  let px = pen.left + 8
  let py = top + 12
  const place = (wide: number) => {
    if (px > pen.left + 8 && px + wide > pen.right) {
      px = pen.left + 8
      py += 22
    }
    const at = px
    px += wide + 16
    return at
  }
  pen.add('<g class="legend">')
  for (const [type, label, inside] of entries) {
    if (type !== 'sealed reverted' && !has(type)) continue
    const at = place(18 + pen.widthOf(label))
    pen.mark(type, at, py, label, inside)
    pen.text(at + 14, py + 4, label, 'dim')
  }
  const boxes = [
    ['pending', 'pending'],
    ['latest', 'latest'],
    ...(scene.reorgs.length > 0 ? [['latest gone', 're-orged'] as const] : []),
  ] as const
  for (const [name, label] of boxes) {
    const at = place(24 + pen.widthOf(label))
    pen.add(
      `<g class="${name}"><rect x="${at - 6}" y="${py - 7}" width="22" height="14" rx="3"/></g>`,
    )
    pen.text(
      at + 22,
      py + 4,
      label,
      name.includes('gone') ? 'in-latest gone' : 'dim',
    )
  }
  pen.add('</g>')
  return py + 16
}
