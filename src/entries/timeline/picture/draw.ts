import type { Scene } from './scene.js'

/** The part of a scene to draw, and how wide. */
export type Frame = {
  readonly from: number
  readonly until: number
  /** px */
  readonly width: number
  /** The instant to mark. */
  readonly at: number | null
}

/**
 * Draws a part of a scene as the inside of an `<svg>`, and says how high it is.
 *
 * A page carries this function as its text, to draw what it zooms to, so that
 * it may use nothing from outside of itself.
 */
export function draw(
  scene: Scene,
  { from, until, width, at }: Frame,
): { height: number; body: string } {
  const left = 112
  const right = width - 16
  const span = Math.max(1, until - from)
  const lane = { axis: 20, requests: 42, pending: 68, latest: 112, rows: 166 }
  const rowHeight = 26
  const mostRows = 12
  const parts: string[] = []

  const toEntities = (text: unknown) =>
    String(text).replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
  const x = (ms: number) =>
    Math.round((left + ((ms - from) / span) * (right - left)) * 10) / 10
  const clamp = (ms: number) => x(Math.min(until, Math.max(from, ms)))
  const isIn = (ms: number) => ms >= from && ms <= until
  const time = (ms: number) =>
    span < 20_000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`
  const add = (text: string) => parts.push(text)
  const text = (px: number, py: number, of: string, name = '') =>
    add(
      `<text x="${px}" y="${py}"${name && ` class="${name}"`}>${toEntities(of)}</text>`,
    )
  /** How many characters fit. */
  const cutTo = (of: string, px: number) => {
    const most = Math.floor(px / 6.6)
    return of.length <= most ? of : most < 3 ? '' : `${of.slice(0, most - 1)}…`
  }

  const mark = (type: string, px: number, py: number, title: string) => {
    const shapes: { [type: string]: string } = {
      sent: `<circle cx="${px}" cy="${py}" r="4.5"/>`,
      preconfirmed: `<path d="M${px} ${py - 6}l6 6l-6 6l-6 -6z"/>`,
      sealed: `<rect x="${px - 5}" y="${py - 5}" width="10" height="10"/>`,
      dropped: `<path d="M${px - 5} ${py - 5}l10 10m0 -10l-10 10"/>`,
      request: `<path d="M${px} ${py - 6}v12"/>`,
      failed: `<path d="M${px - 5} ${py - 5}l10 10m0 -10l-10 10"/>`,
      fault: `<path d="M${px} ${py - 6}l6 11h-12z"/>`,
      step: `<circle cx="${px}" cy="${py}" r="3"/>`,
    }
    add(
      `<g class="${type}"><title>${toEntities(title)}</title>${shapes[type]}</g>`,
    )
  }

  // The axis: a round number of ms between its lines.
  const rough = span / Math.max(2, Math.floor((right - left) / 90))
  const power = 10 ** Math.floor(Math.log10(rough))
  const stride =
    [1, 2, 5, 10].map((by) => by * power).find((by) => by >= rough) ?? power
  const every = Math.max(1, Math.round(stride))
  for (let ms = Math.ceil(from / every) * every; ms <= until; ms += every) {
    add(`<path class="grid" d="M${x(ms)} 26V{height}"/>`)
    if (x(ms) < right - 50) text(x(ms) + 3, lane.axis, time(ms), 'dim')
  }
  for (const [name, py] of [
    ['requests', lane.requests],
    ['pending', lane.pending + 18],
    ['latest', lane.latest + 18],
    ['transactions', lane.rows + 4],
  ] as const)
    text(8, py, name, 'lane')

  // Blocks: each is pending until it is sealed, and then latest.
  const { blocks } = scene
  const first = blocks.findIndex(([sealed]) => sealed >= from)
  const start = Math.max(0, (first < 0 ? blocks.length : first) - 1)
  const last = blocks[blocks.length - 1]
  let opened = start > 0 ? (blocks[start - 1]?.[0] ?? scene.from) : scene.from
  const shown = blocks.slice(start)
  const perBlock = ((right - left) * 2_000) / span
  const box = (
    name: string,
    a: number,
    b: number,
    py: number,
    label: string,
    title: string,
  ) => {
    const [px, wide] = [clamp(a), clamp(b) - clamp(a)]
    if (wide < 0.2) return
    add(
      `<g class="${name}"><title>${toEntities(title)}</title><rect x="${px}" y="${py}" width="${Math.max(0.2, Math.round((wide - 2) * 10) / 10)}" height="28" rx="3"/></g>`,
    )
    const whole = cutTo(label, wide - 12)
    const inside =
      whole === label ? label : cutTo(label.replace(/\D.*/, ''), wide - 8)
    if (inside !== '') text(px + 7, py + 18, inside, `in-${name}`)
  }
  const earlier = start > 0 ? blocks[start - 1] : undefined
  if (earlier !== undefined && shown[0] !== undefined)
    box(
      'latest',
      earlier[0],
      shown[0][0],
      lane.latest,
      `${earlier[1]}`,
      `block ${earlier[1]}`,
    )
  shown.every(([sealed, number, hash, inside], position) => {
    const next = shown[position + 1]?.[0] ?? Math.max(until, scene.until)
    const count = inside.length === 1 ? '1 tx' : `${inside.length} txs`
    box(
      'pending',
      opened,
      sealed,
      lane.pending,
      `${number} in the making`,
      `block ${number} is pending from ${opened} to ${sealed} ms`,
    )
    box(
      'latest',
      sealed,
      Math.min(next, scene.until),
      lane.latest,
      `${number}: ${count}`,
      `block ${number} ${hash} is latest from ${sealed} ms, ${count}`,
    )
    opened = sealed
    return sealed <= until
  })
  if (last === undefined || opened === last[0])
    box(
      'pending',
      opened,
      scene.until,
      lane.pending,
      `${(last?.[1] ?? 0) + 1} in the making`,
      `block ${(last?.[1] ?? 0) + 1} is pending from ${opened} ms`,
    )
  if (last === undefined || (blocks[0]?.[0] ?? 0) > from)
    box(
      'latest',
      scene.from,
      blocks[0]?.[0] ?? scene.until,
      lane.latest,
      blocks[0] === undefined ? 'what came before' : `${blocks[0][1] - 1}`,
      'what came before',
    )

  // Beats, where they can be told apart.
  if (perBlock > 60) {
    const ticks: number[] = []
    if (scene.beats !== null) ticks.push(...scene.beats)
    else
      for (const [index, begin] of [
        scene.from,
        ...blocks.map(([sealed]) => sealed),
      ].entries()) {
        const end = blocks[index]?.[0] ?? scene.until
        if (end < from || begin > until) continue
        for (let ms = begin; ms < end; ms += scene.beatTime) ticks.push(ms)
      }
    for (const ms of ticks)
      if (isIn(ms) && ms <= scene.until)
        add(`<path class="beat" d="M${x(ms)} ${lane.pending + 28}v6"/>`)
  }

  for (const [ms, type, note] of scene.notes)
    if (isIn(ms))
      mark(
        type,
        x(ms),
        type === 'step' || type === 'fault'
          ? lane.requests + 12
          : lane.requests - 4,
        `${ms} ms: ${note}`,
      )

  // Transactions, each in the first row that is free.
  const free: number[] = []
  let hidden = 0
  for (const { name, text: about, moves } of scene.transactions) {
    const begin = moves[0]?.[0]
    const end = moves[moves.length - 1]?.[0]
    if (begin === undefined || end === undefined || end < from || begin > until)
      continue
    const wide =
      Math.max(clamp(end), clamp(begin) + 8) +
      12 +
      Math.min(name.length, 18) * 6.6
    let row = free.findIndex((until) => until < clamp(begin))
    if (row < 0) row = free.length
    if (row >= mostRows) {
      hidden++
      continue
    }
    free[row] = wide + 8
    const py = lane.rows + row * rowHeight
    add(`<path class="life" d="M${clamp(begin)} ${py}H${clamp(end)}"/>`)
    for (const [ms, type, detail] of moves)
      if (isIn(ms))
        mark(
          type,
          x(ms),
          py,
          `${name} ${type} at ${ms} ms${detail && `: ${detail}`}; ${about}`,
        )
    const room = right - clamp(end) - 10
    const label = cutTo(name, Math.min(room, 120))
    if (label === name || label.length > 4)
      text(clamp(end) + 10, py + 4, label, 'name')
  }
  const height =
    lane.rows + Math.max(1, free.length) * rowHeight + (hidden > 0 ? 20 : 0)
  if (hidden > 0)
    text(left, height - 8, `${hidden} more: zoom in to see them`, 'dim')
  if (at !== null && isIn(at))
    add(`<path class="now" d="M${x(at)} 26V${height}"/>`)
  return { height, body: parts.join('').replaceAll('{height}', String(height)) }
}
