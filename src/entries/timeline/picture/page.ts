// The script of a page, whose bundle pageScript.ts holds as text. A page has its
// scene in an element, and draws what it zooms to.
import { amount, amountIn } from '../../../base/words/words.js'
import { draw } from './draw.js'
import { createPen } from './pen.js'
import type { Balances, Scene } from './scene.js'

type Line = readonly [at: number, rank: number, text: string, type: string]

const by = (id: string) => document.getElementById(id) as HTMLElement
const read: Scene = JSON.parse(`${by('scene').textContent}`)
/** What came last, as a test failed, is as wide as a beat. */
const scene: Scene =
  read.failure === null ? read : { ...read, until: read.until + read.beat }
const picture = document.querySelector('#picture') as SVGSVGElement
const make = (name: string, text?: string) => {
  const element = document.createElement(name)
  if (text !== undefined) element.textContent = text
  return element
}
const words = {
  sent: 'sent',
  preconfirmed: 'pre-confirmed',
  dropped: 'dropped',
  sealed: 'sealed',
  omitted: 'left out',
}
const lines: Line[] = []
const rankOfRequest = (index: number) =>
  (scene.notes[index]?.[3] ? 2.5 : 9) + index / (3 * scene.notes.length)
const arrow = '→ '
/** The first request that was answered so, by when and with what. */
const answers = new Map(
  scene.notes
    .map(([at, , text], index): [string, number] => [
      `${at} ${text.slice(text.lastIndexOf(arrow) + arrow.length)}`,
      index,
    ])
    .reverse(),
)
/** Behind the request that sent it, if one did, among those of its instant. */
const rankOfSent = (at: number, name: string) => {
  const index = answers.get(`${at} ${name}`)
  return index === undefined
    ? 4
    : rankOfRequest(index) + 0.1 / scene.notes.length
}
const reorgAt = new Map(scene.reorgs.map(([at, first]) => [at, first]))
for (const { name, text, moves } of scene.transactions)
  for (const { at, type, text: detail } of moves)
    lines.push([
      at,
      type === 'sealed' ? 2 : type === 'sent' ? rankOfSent(at, name) : 5,
      `${name} ${words[type]}${type === 'sent' ? `: ${text}` : type === 'omitted' ? ` of ${detail}` : `, ${detail}`}`,
      type,
    ])
for (const [index, [at, type, text]] of scene.notes.entries()) {
  const isRequest = type === 'request' || type === 'failed'
  const rank = isRequest ? rankOfRequest(index) : type === 'end' ? 99 : 3
  lines.push([at, rank, text, type])
}
for (const [index, [at, number, hash, inside]] of scene.blocks.entries()) {
  // A seal comes before what replaces its block at the same instant.
  const isNew =
    number >= (reorgAt.get(at) ?? Number.POSITIVE_INFINITY) &&
    scene.blocks.slice(0, index).some(([, other]) => other === number)
  if (inside.length > 0)
    lines.push([at, isNew ? 4 : 1, `block ${number} ${hash} sealed`, 'block'])
}
for (const [at, first, depth] of scene.reorgs)
  lines.push([
    at,
    3.5,
    `${depth === 1 ? `block ${first}` : `blocks ${first} to ${first + depth - 1}`} replaced by a reorg`,
    'dropped',
  ])
lines.sort((one, other) => one[0] - other[0] || one[1] - other[1])
const instants = [
  ...new Set([
    scene.from,
    ...scene.blocks.map(([at]) => at),
    ...lines.map(([at]) => at),
    ...scene.shown.map(([at]) => at),
  ]),
].sort((one, other) => one - other)
const whole = {
  from: scene.from,
  until: Math.max(scene.until, scene.from + scene.beat),
}
// A test fails at the end of its story.
let at =
  scene.wrong?.[0] ??
  (scene.failure === null ? lines[0]?.[0] : read.until) ??
  scene.from
/** Blocks after the last thing that happened say nothing. */
const busy = Math.max(at, ...lines.map(([time]) => time), scene.from)
const nextSeal = scene.blocks.find(([sealed]) => sealed > busy)?.[0] ?? busy
const quietFrom =
  Math.max(nextSeal, busy + Math.ceil((busy - whole.from) / 3)) + 2 * scene.beat
const isQuiet = 2 * (quietFrom - whole.from) < whole.until - whole.from
const shownUntil = isQuiet ? quietFrom : whole.until
let view = {
  from: whole.from,
  until: shownUntil - whole.from > 60000 ? whole.from + 20000 : shownUntil,
}
const newest = <entry extends readonly [number, ...unknown[]]>(
  list: readonly entry[],
  time: number,
) => {
  let found: entry | undefined
  for (const one of list) {
    if (one[0] > time) break
    found = one
  }
  return found
}
const row = (cells: readonly (string | number)[], head = false) => {
  const tr = make('tr')
  cells.forEach((cell, index) => {
    const td = make(head || index === 0 ? 'th' : 'td', `${cell}`)
    if (head || index === 0) td.setAttribute('scope', head ? 'col' : 'row')
    tr.append(td)
  })
  return tr
}
const held = (changes: Balances['pending'], token: Balances['token']) => {
  const now = newest(changes, at)?.[1]
  if (now === undefined || now === null) return 'not known'
  return token === null ? amount(BigInt(now)) : amountIn(BigInt(now), token)
}
const behind = (number: number | null, lag: number | null | undefined) =>
  number === null || lag === undefined || lag === null ? null : number - lag
const blockOf = (number: number | null) =>
  number === null ? 'not known' : `block ${number}`
const count = (of: number) => of + (of === 1 ? ' transaction' : ' transactions')
function showPane() {
  const [, latest = null, isOpen = false] = newest(scene.latest, at) ?? []
  const pending = newest(scene.pending, at)
  const block = isOpen
    ? undefined
    : scene.blocks
        .filter(([sealed, number]) => sealed <= at && number === latest)
        .at(-1)
  const lag = newest(scene.lags, at)
  const names = (pending?.[2] ?? []).map(
    (one) => scene.transactions[one]?.name ?? 'one that nobody sent',
  )
  by('instant').textContent = `At ${at} ms`
  const here = lines.filter(([time]) => time === at).map(([, , text]) => text)
  if (here.length === 0) here.push('nothing but time')
  by('happened').replaceChildren(...here.map((text) => make('li', text)))
  by('tags').replaceChildren(
    row(['tag', 'is', 'with'], true),
    row([
      'pending',
      blockOf(pending?.[1] ?? null),
      names.length > 0 ? names.join(', ') : 'no transaction',
    ]),
    row([
      'latest',
      blockOf(latest),
      isOpen
        ? `${count(names.length)}, still open`
        : block === undefined
          ? latest === 0
            ? 'what the test began with'
            : 'what came before'
          : `${count(block[3].length)}, ${block[2]}`,
    ]),
    ...(scene.isFinalityRead
      ? [
          row(['safe', blockOf(behind(latest, lag?.[1])), '']),
          row(['finalized', blockOf(behind(latest, lag?.[2])), '']),
        ]
      : []),
  )
  if (scene.balances.length > 0)
    by('balances').replaceChildren(
      row(['account', 'pending', 'latest'], true),
      ...scene.balances.map(({ account, token, pending, latest }) =>
        row([account, held(pending, token), held(latest, token)]),
      ),
    )
}
function showPage() {
  if (scene.shown.length === 0) return
  const [since, values = [], html = null] = newest(scene.shown, at) ?? []
  by('shown').replaceChildren(
    row(['watched', since === undefined ? 'nothing yet' : 'value'], true),
    ...values.map(([name, value]) =>
      row([name, value.replace(/^"(.*)"$/s, '$1')]),
    ),
  )
  const frame = by('page') as HTMLIFrameElement
  frame.hidden = html === null
  const text = html ?? ''
  if (frame.srcdoc !== text) frame.srcdoc = text
}
let shownWidth = 0
function render() {
  const svg = picture
  shownWidth = svg.clientWidth || 960
  const { height, body } = draw(scene, { ...view, width: shownWidth, at })
  svg.setAttribute('viewBox', `0 0 ${shownWidth} ${height}`)
  svg.setAttribute('height', `${height}`)
  svg.innerHTML = body
  by('range').textContent = `${view.from} to ${view.until} ms`
  showPane()
  showPage()
  for (const button of by('lines').querySelectorAll('[aria-current]'))
    button.removeAttribute('aria-current')
  const buttons = [...by('lines').querySelectorAll('button')]
  const here = buttons.filter((one) => Number(one.dataset.at) === at)
  const current =
    here.find((one) => /dropped|failed/.test(one.className)) ??
    here[0] ??
    buttons.filter((one) => Number(one.dataset.at) <= at).at(-1)
  if (current !== undefined) {
    current.setAttribute('aria-current', 'step')
    const list = by('lines')
    if (
      current.offsetTop < list.scrollTop ||
      current.offsetTop > list.scrollTop + list.clientHeight - 30
    )
      list.scrollTop = current.offsetTop - 60
  }
}
const most = { lines: 2000, spoken: 4 }
// To screen readers, which say it once, and in its order.
function say(texts: readonly (string | null)[]) {
  const more = texts.length - most.spoken
  by('spoken').textContent =
    texts.slice(0, most.spoken).join('. ') + (more > 0 ? `. ${more} more` : '')
}
function go(to: number) {
  at = to
  const span = view.until - view.from
  if (at < view.from || at > view.until) {
    const from = Math.max(
      whole.from,
      Math.min(whole.until - span, Math.round(at - span / 4)),
    )
    view = { from, until: from + span }
  }
  render()
}
function visit(to: number) {
  go(to)
  say(
    [by('instant'), ...Array.from(by('happened').children)].map(
      (one) => one.textContent,
    ),
  )
}
function step(by: 1 | -1) {
  const to =
    by > 0
      ? instants.find((time) => time > at)
      : instants.filter((time) => time < at).at(-1)
  if (to !== undefined) visit(to)
}
function show(span: number, from: number) {
  view = { from, until: from + span }
  render()
  say([by('range').textContent])
}
function zoom(factor: number) {
  const span = Math.min(
    whole.until - whole.from,
    Math.max(50, Math.round((view.until - view.from) * factor)),
  )
  const share = (at - view.from) / (view.until - view.from)
  show(
    span,
    Math.max(
      whole.from,
      Math.min(whole.until - span, Math.round(at - span * share)),
    ),
  )
}
const acts = {
  back: () => step(-1),
  on: () => step(1),
  first: () => visit(instants[0] ?? scene.from),
  last: () => visit(instants.at(-1) ?? scene.from),
  in: () => zoom(0.5),
  out: () => zoom(2),
  all: () => show(whole.until - whole.from, whole.from),
}
for (const [name, act] of Object.entries(acts))
  by(name).addEventListener('click', act)
const keys: { readonly [key: string]: keyof typeof acts } = {
  ArrowLeft: 'back',
  ArrowRight: 'on',
  Home: 'first',
  End: 'last',
  '+': 'in',
  '=': 'in',
  '-': 'out',
  0: 'all',
}
document.addEventListener('keydown', (event) => {
  const name = keys[event.key]
  if (name === undefined || event.ctrlKey || event.metaKey || event.altKey)
    return
  event.preventDefault()
  acts[name]()
})
picture.addEventListener('click', (event) => {
  const box = picture.getBoundingClientRect()
  const { left, right } = createPen({ ...view, width: shownWidth, at })
  const share = (event.clientX - box.left - left) / (right - left)
  const time = view.from + share * (view.until - view.from)
  visit(
    instants.reduce(
      (best, one) =>
        Math.abs(one - time) < Math.abs(best - time) ? one : best,
      scene.from,
    ),
  )
})
/** Polling is one line, from its first request to its last. */
const folded: [line: Line, times: number, last: number][] = []
for (const line of lines) {
  const before = folded.at(-1)
  if (before?.[0][3] === 'request' && before[0][2] === line[2]) {
    before[1]++
    before[2] = line[0]
  } else folded.push([line, 1, line[0]])
}
by('lines').append(
  ...folded.slice(0, most.lines).map(([[time, , text, type], times, last]) => {
    const item = make('li')
    const more = times === 1 ? '' : `, ${times} times, last at ${last} ms`
    const button = make('button', `${time} ms  ${text}${more}`)
    button.setAttribute('type', 'button')
    button.dataset.at = `${time}`
    button.className = type
    button.addEventListener('click', () => visit(time))
    item.append(button)
    return item
  }),
  ...(folded.length > most.lines
    ? [
        make(
          'li',
          `${folded.length - most.lines} more lines are in the picture alone`,
        ),
      ]
    : []),
)
const { wrong } = scene
if (wrong !== null) by('there').addEventListener('click', () => visit(wrong[0]))
addEventListener('resize', render)
go(at)
