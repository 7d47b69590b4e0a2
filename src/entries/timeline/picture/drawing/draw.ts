import type { Scene } from '../scene/scene.js'
import { drawBalance } from './drawBalance.js'
import { drawBlocks } from './drawBlocks.js'
import { drawLegend } from './drawLegend.js'
import { drawNotes } from './drawNotes.js'
import { drawRows } from './drawRows.js'
import { createPen, type Frame } from './pen.js'

/**
 * Draws a part of a scene as the inside of an `<svg>`, and says how high it is.
 */
export function draw(
  scene: Scene,
  frame: Frame,
): { height: number; body: string } {
  const { from, until, at } = frame
  const pen = createPen(frame)

  // The axis: a round number of ms between its lines.
  const rough = pen.span / Math.max(2, Math.floor((pen.right - pen.left) / 90))
  const power = 10 ** Math.floor(Math.log10(rough))
  const stride =
    [1, 2, 5, 10].map((by) => by * power).find((by) => by >= rough) ?? power
  const every = Math.max(1, Math.round(stride))
  for (let ms = Math.ceil(from / every) * every; ms <= until; ms += every) {
    pen.add(`<path class="grid" d="M${pen.x(ms)} 22V{height}"/>`)
    const label = pen.time(ms)
    if (pen.x(ms) + pen.widthOf(label) < pen.right)
      pen.text(pen.x(ms) + 3, 16, label, 'dim')
  }
  let bottom = drawNotes(scene, frame, pen, 26)
  bottom = drawBlocks(scene, frame, pen, bottom + 4)
  bottom = drawBalance(scene, frame, pen, bottom)
  if (at !== null && pen.isIn(at))
    pen.add(`<path class="now" d="M${pen.x(at)} 22V{height}"/>`)
  bottom = drawRows(scene, frame, pen, bottom)
  const height = drawLegend(scene, pen, bottom + 8)
  return {
    height,
    body: pen.parts.join('').replaceAll('{height}', `${bottom}`),
  }
}
