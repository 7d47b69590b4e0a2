import { falls } from '../model/falls.js'
import type { Film, Frame, Served, Shown } from '../model/film.js'
import type { Act } from '../model/story.js'
import { by } from './by.js'
import { chartHeight, drawChart } from './drawChart.js'
import { eth, ms, times } from './words.js'

/** A moment of a film: balances, chart and what the node serves. */
export function showFrame(film: Film, acts: readonly Act[], index: number) {
  const frame = film.frames[index]
  if (frame === undefined) return
  const before = film.frames[index - 1]
  showApp('naive', frame.naive, before?.naive, fallsUntil(film, 'naive', frame))
  showApp(
    'careful',
    frame.careful,
    before?.careful,
    fallsUntil(film, 'careful', frame),
  )
  const svg = by<SVGElement>('#chart')
  const width = svg.clientWidth || 640
  svg.setAttribute('viewBox', `0 0 ${width} ${chartHeight}`)
  svg.setAttribute('height', String(chartHeight))
  svg.innerHTML = drawChart(film, acts, index, width)
  svg.setAttribute('aria-label', summary(film))
  const seek = by<HTMLInputElement>('#seek')
  seek.max = String(film.frames.length - 1)
  seek.value = String(index)
  seek.setAttribute('aria-valuetext', sentence(film, index))
  by('#now').textContent = ms(frame.at)
  by('#served').replaceChildren(
    row('pending', frame.pending),
    row('latest', frame.latest),
  )
}

/** What there is to see at a moment, for whoever cannot see it. */
export function sentence(film: Film, index: number): string {
  const frame = film.frames[index]
  if (frame === undefined) return ''
  const { at, naive, careful } = frame
  const lost = lostSince(naive, film.frames[index - 1]?.naive)
  const took = lost > 0n ? ` and took back ${eth(lost)} ETH` : ''
  const coming =
    careful.coming > 0n ? ` and ${eth(careful.coming)} ETH on its way` : ''
  return `${ms(at)}. The naive app shows ${eth(naive.balance)} ETH${took}. The careful app shows ${eth(careful.balance)} ETH${coming}.`
}

/** That the naive app takes money back, as short as it passes. */
export function fallSentence(film: Film, index: number): string {
  const [before, frame] = film.frames.slice(index - 1, index + 1)
  if (before === undefined || frame === undefined) return ''
  const lost = lostSince(frame.naive, before.naive)
  return `At ${ms(frame.at)} the naive app takes back ${eth(lost)} ETH.`
}

function summary(film: Film): string {
  const [naive, careful] = (['naive', 'careful'] as const).map((app) => {
    const moments = falls(film, app).map(({ at }) => ms(at))
    return moments.length === 0
      ? `The ${app} balance never falls.`
      : `The ${app} balance falls at ${moments.join(', ')}.`
  })
  return `Chart of both balances below the pending and latest blocks. ${naive} ${careful}`
}

function showApp(
  app: 'naive' | 'careful',
  shown: Shown,
  before: Shown | undefined,
  fell: number,
) {
  const lost = lostSince(shown, before)
  const card = by(`#${app}`)
  card.classList.toggle('falls', lost > 0n)
  by(`#${app} b`).textContent = eth(shown.balance)
  by(`#${app} .note`).textContent = note(shown, lost)
  by(`#${app} .count`).textContent =
    fell === 0 ? 'Nothing taken back' : `Taken back ${times(fell)}`
}

function note({ coming }: Shown, lost: bigint): string {
  if (lost > 0n) return `Took back ${eth(lost)} ETH`
  return coming > 0n ? `+ ${eth(coming)} on its way` : ''
}

function lostSince(shown: Shown, before: Shown | undefined): bigint {
  const lost = (before?.balance ?? 0n) - shown.balance
  return lost > 0n ? lost : 0n
}

function fallsUntil(film: Film, app: 'naive' | 'careful', { at }: Frame) {
  return falls(film, app).filter((fall) => fall.at <= at).length
}

function row(selector: string, served: Served): HTMLTableRowElement {
  const tr = document.createElement('tr')
  const { number, transactions, balance } = served
  const cells = [selector, number, transactions, `${eth(balance)} ETH`]
  cells.forEach((text, column) => {
    const cell = document.createElement(column === 0 ? 'th' : 'td')
    if (column === 0) cell.scope = 'row'
    cell.textContent = String(text)
    tr.append(cell)
  })
  return tr
}
