import type { Frame, Pen } from './pen.js'
import type { Scene, SceneMove } from './scene.js'

/** A row for each transaction; returns where they end. */
export function drawRows(
  scene: Scene,
  { from, until }: Frame,
  pen: Pen,
  given: number,
): number {
  const rowHeight = 26
  const mostRows = 12
  if (scene.transactions.length === 0) return given
  const top = pen.lane(given, 'transactions', rowHeight) + rowHeight / 2
  const words = {
    sent: 'sent',
    preconfirmed: 'pre-confirmed',
    dropped: 'dropped',
    sealed: 'sealed',
    omitted: 'left out',
  }
  /** The fate of a transaction, if it is no plain seal. */
  const fate = (moves: readonly SceneMove[]) => {
    const last = moves[moves.length - 1]
    if (last === undefined) return ''
    if (last.type === 'dropped' || last.type === 'omitted')
      return words[last.type]
    if (last.isReverted) return 'reverted'
    const before = moves[moves.length - 2]
    return last.type === 'sealed' &&
      before?.type === 'preconfirmed' &&
      before.place !== null &&
      last.place !== null &&
      before.place !== last.place
      ? `${before.place} → ${last.place}`
      : ''
  }

  const free: number[] = []
  let hidden = 0
  for (const { name, text: about, moves } of scene.transactions) {
    const begin = moves[0]?.at
    const last = moves[moves.length - 1]?.at
    if (begin === undefined || last === undefined) continue
    if (last < from || begin > until) continue
    // Marks of one instant stand side by side.
    const inside = moves.filter(({ at }) => pen.isIn(at))
    const spots: number[] = []
    for (const { at } of inside) {
      const before = spots[spots.length - 1]
      const px = pen.x(at)
      spots.push(before === undefined ? px : Math.max(px, before + 17))
    }
    const beyond = Math.max(0, (spots[spots.length - 1] ?? 0) - pen.right + 8)
    for (
      let index = spots.length - 1, most = pen.right - 8;
      index >= 0;
      index--
    ) {
      if (beyond > 0) spots[index] = Math.min(spots[index] ?? 0, most)
      most = (spots[index] ?? 0) - 17
    }
    const start = spots[0] ?? pen.clamp(begin)
    const end = last > until ? pen.right : (spots[spots.length - 1] ?? start)
    const outcome = fate(moves)
    const short = outcome === '' ? name : `${name} ${outcome}`
    const long = `${short}: ${about}`
    const isRoom = pen.right - end - 14 >= pen.widthOf(long)
    const full = isRoom ? long : short
    const isRight = pen.right - end - 14 >= pen.widthOf(full)
    const label = isRight
      ? full
      : pen.cutTo(full, Math.max(0, start - pen.left - 14))
    const wide = isRight ? pen.widthOf(full) + 14 : 0
    const first = isRight ? start : start - 14 - pen.widthOf(label)
    let row = free.findIndex((taken) => taken < first - 10)
    if (row < 0) row = free.length
    if (row >= mostRows) {
      hidden++
      continue
    }
    free[row] = end + wide
    const py = top + row * rowHeight
    pen.add(`<path class="life" d="M${start} ${py}H${end}"/>`)
    for (const [
      index,
      { at, type, text, place, isReverted },
    ] of inside.entries()) {
      const next = inside[index + 1]?.type
      const isGone =
        type === 'sealed' && (next === 'sealed' || next === 'omitted')
      const title = `${name} ${words[type]} at ${at} ms${text && `: ${text}`}; ${about}`
      pen.mark(
        `${type}${isReverted ? ' reverted' : ''}${isGone ? ' gone' : ''}`,
        spots[index] ?? start,
        py,
        title,
        isReverted ? '!' : place === null ? '' : `${place}`,
      )
    }
    const kind = outcome === '' ? 'name' : 'name bad'
    // Where neither side has room, it stands on the line, in the widest gap.
    const [gap, width] = widestGap(spots)
    const within = [long, short].find((one) => pen.widthOf(one) + 24 <= width)
    if (label !== full && within !== undefined)
      pen.text(gap + 12, py - 5, within, kind)
    else if (label !== '')
      pen.text(isRight ? end + 13 : first, py + 4, label, kind)
  }
  const bottom = top + Math.max(1, free.length) * rowHeight - 8
  if (hidden === 0) return bottom
  pen.text(pen.left, bottom + 8, `${hidden} more: zoom in to see them`, 'dim')
  return bottom + 18
}

/** Between neighbouring marks: where it begins, and how wide it is. */
function widestGap(spots: readonly number[]): readonly [number, number] {
  let widest: readonly [number, number] = [0, 0]
  for (const [index, spot] of spots.entries()) {
    const width = (spots[index + 1] ?? spot) - spot
    if (width > widest[1]) widest = [spot, width]
  }
  return widest
}
