import type { Scene } from '../scene/scene.js'
import type { Frame, Pen } from './pen.js'

/** The lanes of steps and faults, and of requests; returns where they end. */
export function drawNotes(
  scene: Scene,
  { from, until }: Frame,
  pen: Pen,
  top: number,
): number {
  const lanes = [
    ['script', ['step', 'fault'], true],
    ['requests', ['request', 'failed'], false],
  ] as const
  let py = top
  for (const [name, types, isNamed] of lanes) {
    const all = scene.notes.filter(([, type]) =>
      (types as readonly string[]).includes(type),
    )
    if (all.length === 0) continue
    const y = pen.lane(py, name, 18) + 9
    const shown = all.filter(([ms]) => ms >= from && ms <= until)
    for (const [index, [ms, type, note]] of shown.entries()) {
      const px = pen.x(ms)
      pen.mark(type, px, y, `${ms} ms: ${note}`)
      if (!isNamed) continue
      const next = shown[index + 1]
      const room =
        (next === undefined ? pen.right : pen.x(next[0]) - 8) - px - 9
      const [word = ''] = note.replace(/^fault \{ type: /, '').split(/[ ,]/)
      const label = [note, word].find((one) => pen.widthOf(one) <= room)
      if (label !== undefined) pen.text(px + 9, y + 4, label, 'dim')
      else if (next === undefined) {
        const before = shown[index - 1]
        const start = px - 9 - pen.widthOf(word)
        if (start > (before === undefined ? pen.left : pen.x(before[0]) + 8))
          pen.text(start, y + 4, word, 'dim')
      }
    }
    py = y + 17
  }
  return py
}
