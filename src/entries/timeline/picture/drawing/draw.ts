import type { Scene } from '../scene/scene.js'
import type { drawBalance } from './drawBalance.js'
import type { drawBlocks } from './drawBlocks.js'
import type { drawLegend } from './drawLegend.js'
import type { drawNotes } from './drawNotes.js'
import type { drawRows } from './drawRows.js'
import type { createPen, Frame } from './pen.js'

/** The functions that draw a picture, each independent of everything else. */
export type Parts = {
  readonly amount: (wei: bigint) => string
  readonly createPen: typeof createPen
  readonly drawBalance: typeof drawBalance
  readonly drawBlocks: typeof drawBlocks
  readonly drawLegend: typeof drawLegend
  readonly drawNotes: typeof drawNotes
  readonly drawRows: typeof drawRows
}

/**
 * Draws a part of a scene as the inside of an `<svg>`, and says how high it is.
 *
 * A page carries this function and its parts as their text, to draw what it
 * zooms to, so that they may use nothing from outside of themselves.
 */
export function draw(
  scene: Scene,
  frame: Frame,
  parts: Parts,
): { height: number; body: string } {
  const { from, until, at } = frame
  const pen = parts.createPen(frame)

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
  let bottom = parts.drawNotes(scene, frame, pen, 26)
  bottom = parts.drawBlocks(scene, frame, pen, bottom + 4)
  bottom = parts.drawBalance(scene, frame, pen, bottom, parts.amount)
  if (at !== null && pen.isIn(at))
    pen.add(`<path class="now" d="M${pen.x(at)} 22V{height}"/>`)
  bottom = parts.drawRows(scene, frame, pen, bottom)
  const height = parts.drawLegend(scene, pen, bottom + 8)
  return {
    height,
    body: pen.parts.join('').replaceAll('{height}', `${bottom}`),
  }
}
