import { amount } from '../../../../base/words/words.js'
import type { Parts } from './draw.js'
import { drawBalance } from './drawBalance.js'
import { drawBlocks } from './drawBlocks.js'
import { drawLegend } from './drawLegend.js'
import { drawNotes } from './drawNotes.js'
import { drawRows } from './drawRows.js'
import { createPen } from './pen.js'

export const parts: Parts = {
  amount,
  createPen,
  drawBalance,
  drawBlocks,
  drawLegend,
  drawNotes,
  drawRows,
}
