import { amount, amountIn } from '../../../base/words/words.js'
import { drawBlocks } from './drawBlocks.js'
import { drawRows } from './drawRows.js'
import { createPen, type Frame, type Pen } from './pen.js'
import type { Scene } from './scene.js'

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
  bottom = drawShown(scene, frame, pen, bottom)
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

const mostWatched = 3

/** A lane for each text that an application showed; returns where it ends. */
function drawShown(
  scene: Scene,
  { from, until }: Frame,
  pen: Pen,
  top: number,
): number {
  const names = new Set(
    scene.shown.flatMap(([, values]) => values.map(([name]) => name)),
  )
  const height = 24
  let py = top
  for (const name of [...names].slice(0, mostWatched)) {
    const lane = `${name} shows`
    const fits = pen.isNarrow || pen.widthOf(lane) < pen.left - 8
    py = pen.lane(py, fits ? lane : pen.cutTo(name, pen.left - 12), height)
    const texts = scene.shown.map(([at, values, , isWrong]) => {
      const [, text = ''] = values.find(([own]) => own === name) ?? []
      return { at, text: text.replace(/^"(.*)"$/s, '$1'), isWrong }
    })
    for (let index = 0; index < texts.length; ) {
      const { at, text, isWrong } = texts[index] as (typeof texts)[number]
      // It stays for as long as the same text does.
      while (
        texts[++index]?.text === text &&
        texts[index]?.isWrong === isWrong
      );
      const close = texts[index]?.at ?? scene.until
      if (close < from || at > until) continue
      const room = pen.clamp(close) - pen.clamp(at) - 8
      pen.box(
        isWrong ? 'shown wrong' : 'shown',
        [at, close],
        [py, height],
        [pen.cutTo(text, room)],
        `${name} shows ${text} from ${at} to ${close} ms`,
      )
    }
    py += height + 6
  }
  return names.size === 0 ? py : py + 6
}

/** The balance of one account, by both tags; returns where it ends. */
function drawBalance(
  scene: Scene,
  { from, until }: Frame,
  pen: Pen,
  top: number,
): number {
  const shown = scene.balances[scene.account]
  if (shown === undefined) return top
  const height = 20
  const { token } = shown
  const method = token === null ? 'eth_getBalance' : 'balanceOf'
  const title = `balance of ${shown.account}${pen.isNarrow ? ', pending over latest' : ''}`
  pen.text(pen.isNarrow ? 8 : pen.left, top + 10, title, 'lane')
  let py = top + 16
  for (const tag of ['pending', 'latest'] as const) {
    const changes = shown[tag]
    if (!pen.isNarrow) pen.text(8, py + 14, tag, 'lane')
    for (const [index, [at, wei]] of changes.entries()) {
      const close = changes[index + 1]?.[0] ?? scene.until
      if (wei === null || close < from || at > until) continue
      const has = BigInt(wei)
      const label = token === null ? amount(has) : amountIn(has, token)
      pen.box(
        `wei ${tag}`,
        [at, close],
        [py, height],
        [label, label.replace(/ .*/, '')],
        `${method} of ${shown.account}, ${tag}, answers ${label} from ${at} ms`,
      )
    }
    py += height + 4
  }
  return py + 8
}

/** The lanes of steps and faults, and of requests; returns where they end. */
function drawNotes(
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

/** Names the marks that the scene has; returns where it ends. */
function drawLegend(scene: Scene, pen: Pen, top: number): number {
  const moves = scene.transactions.flatMap((one) => one.moves)
  const has = (type: string) =>
    moves.some((move) => move.type === type) ||
    scene.notes.some((note) => note[1] === type)
  const isReverted = moves.some((move) => move.isReverted)
  const entries = [
    ['sent', 'sent', ''],
    ['preconfirmed', 'pre-confirmed, 0: first in its block', '0'],
    ['sealed', 'sealed, 0: first in its block', '0'],
    ...(isReverted ? [['sealed reverted', 'reverted', '!'] as const] : []),
    ['dropped', 'dropped', ''],
    ['omitted', 'left out of its block', ''],
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
    ...(scene.reorgs.length > 0
      ? [['latest gone', 'replaced by a reorg'] as const]
      : []),
    ...(scene.shown.some(([, , , isWrong]) => isWrong)
      ? [['shown wrong', 'what is wrong'] as const]
      : []),
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
