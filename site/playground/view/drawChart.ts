import type { App, Film, Frame, Mark } from '../model/film.js'
import { judge } from '../model/judge.js'
import type { Act } from '../model/story.js'
import { poll } from '../model/story.js'
import { eth } from './words.js'

const left = 74
const right = 8
const top = 100
const bottom = 198

export const chartHeight = 226

/** The moment that a point of the chart stands for, as an index of frames. */
export function frameAt(film: Film, width: number, x: number): number {
  const share = (x - left) / (width - left - right)
  const reads = Math.floor((share * endOf(film)) / poll)
  return Math.max(0, Math.min(film.frames.length - 1, reads - 1))
}

/** Blocks and balances over time; what comes after a moment is faint. */
export function drawChart(
  film: Film,
  acts: readonly Act[],
  index: number,
  width: number,
): string {
  const { frames } = film
  const end = endOf(film)
  const now = frames[index]?.at ?? 0
  const toX = (at: number) => round(left + (at / end) * (width - left - right))
  const totalOf = ({ shown }: Frame, app: App) =>
    (shown[app]?.balance ?? 0n) + (shown[app]?.coming ?? 0n)
  const most = frames
    .flatMap((frame) => film.apps.map((app) => totalOf(frame, app)))
    .reduce(larger, 1n)
  const toY = (wei: bigint) =>
    round(bottom - (Number((wei * 1_000n) / most) / 1_000) * (bottom - top))
  const line = (wei: (frame: Frame) => bigint, lower = 0) =>
    frames
      .map((frame, position) => {
        const y = toY(wei(frame)) + lower
        const x = toX(frame.at + poll)
        return position === 0 ? `M${toX(0)} ${y}H${x}` : `V${y}H${x}`
      })
      .join('')
  // Side by side where they show the same.
  const lower = { naive: -1, careful: 2, yours: -4 }
  const lines = [
    `<path class="coming" d="${line((frame) => totalOf(frame, 'careful'), 2)}"/>`,
    ...[...film.apps]
      .reverse()
      .map(
        (app) =>
          `<path class="${app}" d="${line(({ shown }) => shown[app]?.balance ?? 0n, lower[app])}"/>`,
      ),
    ...film.apps.flatMap((app) =>
      judge(film, app).falls.map(
        ({ at, shown }) =>
          `<circle class="${app}" cx="${toX(at)}" cy="${toY(shown[app]?.balance ?? 0n) + lower[app]}" r="4.5"/>`,
      ),
    ),
  ].join('')
  const x = toX(now)
  return [
    `<defs><clipPath id="past"><rect x="0" y="0" width="${toX(now + poll) - 5}" height="${chartHeight}"/></clipPath></defs>`,
    drawRow('pending', 8, frames, now, toX),
    drawRow('latest', 36, frames, now, toX),
    drawMarks(film.marks, toX, width),
    `<line class="axis" x1="${left}" x2="${width - right}" y1="${bottom + 6}" y2="${bottom + 6}"/>`,
    `<text x="0" y="${top + 4}">Bob has</text>`,
    `<text class="number" x="${left - 8}" y="${top + 4}" text-anchor="end">${eth(most)}</text>`,
    `<text class="number" x="${left - 8}" y="${bottom + 4}" text-anchor="end">0</text>`,
    ...secondsBelow(end, width).map((second) => {
      const middle = toX(second * 1_000)
      const anchor = middle > width - 16 ? 'end' : 'middle'
      return `<text x="${middle}" y="${bottom + 22}" text-anchor="${anchor}">${second} s</text>`
    }),
    `<g class="later">${lines}</g><g clip-path="url(#past)">${lines}</g>`,
    ...acts.map(
      ({ at }) =>
        `<path class="act" style="fill:currentColor" d="M${toX(at) - 4} ${bottom + 13}l4 -7l4 7z"/>`,
    ),
    // Not through the names of the blocks.
    `<path class="head" d="M${x} 2v5M${x} 31v4M${x} 59V${bottom + 6}"/>`,
  ].join('')
}

/** When what was read last gives way: each read counts until the next. */
function endOf({ frames }: Film): number {
  return (frames.length + 1) * poll
}

/** The seconds that are written below, with room for each. */
function secondsBelow(end: number, width: number): number[] {
  const room = ((width - left - right) * 1_000) / end
  const every = [1, 2, 5, 10].find((step) => step * room > 48) ?? 20
  return Array.from(
    { length: Math.floor(end / 1_000 / every) + 1 },
    (_, index) => index * every,
  )
}

/** The blocks behind a selector, one box for each. */
function drawRow(
  selector: 'pending' | 'latest',
  y: number,
  frames: readonly Frame[],
  now: number,
  toX: (at: number) => number,
): string {
  const runs: { number: number; from: number; until: number }[] = []
  for (const { at, [selector]: block } of frames) {
    const last = runs.at(-1)
    const until = at + poll
    if (last?.number === block.number) last.until = until
    else runs.push({ number: block.number, from: last?.until ?? 0, until })
  }
  const boxes = runs.map(({ number, from, until }) => {
    const [start, stop] = [toX(from) + 1, toX(until) - 1]
    const isHere = from <= now && now < until
    const named =
      stop - start > 64 ? `block ${number}` : stop - start > 14 ? number : ''
    return `<rect class="block${isHere ? ' here' : ''}" x="${start}" y="${y}" width="${Math.max(1, stop - start)}" height="22" rx="5"/><text class="number" x="${(start + stop) / 2}" y="${y + 15}" text-anchor="middle">${named}</text>`
  })
  return `<text x="0" y="${y + 15}">${selector}</text>${boxes.join('')}`
}

/** What the chain did, named where there is room. */
function drawMarks(
  marks: readonly Mark[],
  toX: (at: number) => number,
  width: number,
): string {
  let free = 0
  return marks
    .map(({ at, text }) => {
      const x = toX(at)
      const line = `<line class="mark" x1="${x}" x2="${x}" y1="60" y2="${bottom + 6}"/>`
      if (x < free) return line
      const isLast = x > width - 64
      free = x + 64
      return `${line}<text class="mark" x="${isLast ? x - 4 : x + 4}" y="74"${isLast ? ' text-anchor="end"' : ''}>${text}</text>`
    })
    .join('')
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

function round(px: number): number {
  return Math.round(px * 10) / 10
}
