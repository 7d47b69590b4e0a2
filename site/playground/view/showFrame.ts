import type { App, Film, Held, Shown } from '../model/film.js'
import { judge } from '../model/judge.js'
import type { Act } from '../model/story.js'
import { chartHeight, drawChart } from './drawChart.js'
import { by } from './page.js'
import { countOf, eth, ms, nameOf } from './words.js'

const nothing: Shown = { balance: 0n, coming: 0n }

/** A moment of a film: balances, chart and what the node holds. */
export function showFrame(film: Film, acts: readonly Act[], index: number) {
  const frame = film.frames[index]
  if (frame === undefined) return
  by('#yours').hidden = !film.apps.includes('yours')
  for (const app of film.apps) showApp(film, app, index)
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
  by('#held').replaceChildren(
    row('pending', frame.pending),
    row('latest', frame.latest),
  )
}

/** What there is to see at a moment, for whoever cannot see it. */
export function sentence(film: Film, index: number): string {
  const frame = film.frames[index]
  if (frame === undefined) return ''
  const apps = film.apps.map((app) => {
    const { balance, coming } = frame.shown[app] ?? nothing
    const lost = lostAt(film, app, index)
    const fell = lost > 0n ? `, ${eth(lost)} ETH less than before` : ''
    const more = coming > 0n ? ` and ${eth(coming)} ETH on its way` : ''
    return `${capital(nameOf[app])} shows ${eth(balance)} ETH${fell}${more}.`
  })
  return [`${ms(frame.at)}.`, ...apps].join(' ')
}

/** That the naive app's balance drops, as short as it passes. */
export function fallSentence(film: Film, index: number): string {
  const frame = film.frames[index]
  if (frame === undefined) return ''
  const lost = eth(lostAt(film, 'naive', index))
  return `At ${ms(frame.at)} the naive app shows ${lost} ETH less.`
}

function summary(film: Film): string {
  const apps = film.apps.map((app) => {
    const moments = judge(film, app).falls.map(({ at }) => ms(at))
    return moments.length === 0
      ? `The balance of ${nameOf[app]} never drops.`
      : `The balance of ${nameOf[app]} drops at ${moments.join(', ')}.`
  })
  const chain = film.marks.map(({ at, text }) => ` ${text} at ${ms(at)}.`)
  return `Chart of the balances below the pending and latest blocks. ${apps.join(' ')}${chain.join('')}`
}

function showApp(film: Film, app: App, index: number) {
  const frame = film.frames[index]
  const shown = frame?.shown[app] ?? nothing
  const lost = lostAt(film, app, index)
  const judgement = judge(film, app)
  const isStale = judgement.late.some(({ at }) => at === frame?.at)
  by(`#${app}`).classList.toggle('wrong', lost > 0n || isStale)
  by(`#${app} b`).textContent = eth(shown.balance)
  by(`#${app} .note`).textContent = isStale
    ? 'Stale'
    : note(shown, lost > 0n ? lost : missedAt(film, app, index)) ||
      (isRight(film, index, shown) ? 'Right: it is gone' : '')
  const count = by(`#${app} .count`)
  count.textContent = countOf(judgement, frame?.at ?? 0)
  count.classList.toggle('bad', !count.textContent.startsWith('Never'))
}

/** Whether it shows what is final, while an app lost what it had shown. */
function isRight(film: Film, index: number, { balance }: Shown): boolean {
  return (
    film.frames[index]?.latest.balance === balance &&
    film.apps.some((app) => missedAt(film, app, index) > 0n)
  )
}

function note({ balance, coming }: Shown, lost: bigint): string {
  if (coming > 0n) return `Waiting: ${eth(coming)} ETH`
  if (lost > 0n)
    return `Showed ${eth(balance + lost)} ETH, then ${eth(balance)}`
  return balance > 0n ? 'Received' : ''
}

/** By how much it shows less than it once did. */
function missedAt({ frames }: Film, app: App, index: number): bigint {
  const shown = frames
    .slice(0, index + 1)
    .map((frame) => frame.shown[app]?.balance ?? 0n)
  const most = shown.reduce((one, other) => (one > other ? one : other), 0n)
  return most - (shown.at(-1) ?? 0n)
}

function lostAt({ frames }: Film, app: App, index: number): bigint {
  const [before, now] = [frames[index - 1], frames[index]].map(
    (frame) => frame?.shown[app]?.balance ?? 0n,
  ) as [bigint, bigint]
  return before > now ? before - now : 0n
}

function row(selector: string, held: Held): HTMLTableRowElement {
  const tr = document.createElement('tr')
  const { number, transactions, balance } = held
  const cells = [selector, number, transactions, `${eth(balance)} ETH`]
  cells.forEach((text, column) => {
    const cell = document.createElement(column === 0 ? 'th' : 'td')
    if (column === 0) cell.scope = 'row'
    cell.textContent = String(text)
    tr.append(cell)
  })
  return tr
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
