/**
 * Acts of a page, with `draw`, its `parts`, `unpack` and `amount` before it.
 */
export const pageScript = `
const scene = unpack(JSON.parse(document.getElementById('scene').textContent))
const by = (id) => document.getElementById(id)
const make = (name, text) => {
  const element = document.createElement(name)
  if (text !== undefined) element.textContent = text
  return element
}
const words = { sent: 'sent', preconfirmed: 'pre-confirmed', dropped: 'dropped', sealed: 'sealed', omitted: 'omitted' }
const lines = []
for (const { name, text, moves } of scene.transactions)
  for (const { at, type, text: detail } of moves)
    lines.push([at, type === 'sealed' ? 2 : type === 'sent' ? 4 : 5, name + ' ' + words[type] + (type === 'sent' ? ': ' + text : ', ' + detail), type])
for (const [at, type, text] of scene.notes) lines.push([at, type === 'request' || type === 'failed' ? 9 : 3, text, type])
for (const [at, number, hash, inside] of scene.blocks)
  if (inside.length > 0) lines.push([at, 1, 'block ' + number + ' ' + hash + ' sealed', 'block'])
for (const [at, first, depth] of scene.reorgs)
  lines.push([at, 0, (depth === 1 ? 'block ' + first : 'blocks ' + first + ' to ' + (first + depth - 1)) + ' replaced by a re-org', 'dropped'])
lines.sort((one, other) => one[0] - other[0] || one[1] - other[1])
const instants = [...new Set([scene.from, ...scene.blocks.map(([at]) => at), ...lines.map(([at]) => at)])].sort((one, other) => one - other)
const whole = { from: scene.from, until: Math.max(scene.until, scene.from + scene.beat) }
let view = whole.until - whole.from > 60000 ? { from: whole.from, until: whole.from + 20000 } : whole
let at = scene.wrong?.[0] ?? lines[0]?.[0] ?? instants[0]
const newest = (list, time) => {
  let found
  for (const one of list) {
    if (one[0] > time) break
    found = one
  }
  return found
}
const row = (cells, head) => {
  const tr = make('tr')
  cells.forEach((cell, index) => {
    const td = make(head || index === 0 ? 'th' : 'td', cell)
    if (head) td.scope = 'col'
    else if (index === 0) td.scope = 'row'
    tr.append(td)
  })
  return tr
}
const wei = (changes) => {
  const now = newest(changes, at)?.[1]
  return now === undefined || now === null ? 'not known' : amount(now)
}
const behind = (number, lag) => (number === null || lag === undefined || lag === null ? 'not known' : number - lag)
const count = (of) => of + (of === 1 ? ' transaction' : ' transactions')
function showPane() {
  const [, latest = null, isOpen = false] = newest(scene.latest, at) ?? []
  const pending = newest(scene.pending, at)
  const block = isOpen ? undefined : scene.blocks.findLast(([sealed, number]) => sealed <= at && number === latest)
  const lag = newest(scene.lags, at)
  const names = (pending?.[2] ?? []).map((one) => scene.transactions[one]?.name ?? 'one that nobody sent')
  by('instant').textContent = 'At ' + at + ' ms'
  const here = lines.filter(([time]) => time === at).map(([, , text]) => text)
  if (here.length === 0) here.push('nothing but time')
  by('happened').replaceChildren(...here.map((text) => make('li', text)))
  by('selectors').replaceChildren(
    row(['selector', 'block', 'what it has'], true),
    row(['pending', pending?.[1] ?? 'not known', names.length > 0 ? names.join(', ') : 'no transaction']),
    row(['latest', latest ?? 'not known', isOpen ? count(names.length) + ', still open' : block === undefined ? 'what came before' : count(block[3].length) + ', ' + block[2]]),
    row(['safe', behind(latest, lag?.[1]), '']),
    row(['finalized', behind(latest, lag?.[2]), '']),
  )
  by('balances').replaceChildren(
    ...(scene.balances.length > 0
      ? [row(['account', 'pending', 'latest'], true), ...scene.balances.map(({ account, pending, latest }) => row([account, wei(pending), wei(latest)]))]
      : []),
  )
}
let shownWidth = 0
function render() {
  const svg = by('picture')
  shownWidth = svg.clientWidth || 960
  const { height, body } = draw(scene, { ...view, width: shownWidth, at }, parts)
  svg.setAttribute('viewBox', '0 0 ' + shownWidth + ' ' + height)
  svg.setAttribute('height', height)
  svg.innerHTML = body
  by('range').textContent = view.from + ' to ' + view.until + ' ms'
  showPane()
  for (const button of by('lines').querySelectorAll('[aria-current]')) button.removeAttribute('aria-current')
  const current = by('lines').querySelector('[data-at="' + at + '"]')
  if (current !== null) {
    current.setAttribute('aria-current', 'step')
    const list = by('lines')
    if (current.offsetTop < list.scrollTop || current.offsetTop > list.scrollTop + list.clientHeight - 30) list.scrollTop = current.offsetTop - 60
  }
}
const most = { lines: 2000, said: 4 }
// To screen readers, which say it once, and in its order.
function say(texts) {
  const more = texts.length - most.said
  by('said').textContent = texts.slice(0, most.said).join('. ') + (more > 0 ? '. ' + more + ' more' : '')
}
function go(to) {
  at = to
  const span = view.until - view.from
  if (at < view.from || at > view.until) {
    const from = Math.max(whole.from, Math.min(whole.until - span, Math.round(at - span / 4)))
    view = { from, until: from + span }
  }
  render()
}
function visit(to) {
  go(to)
  say([by('instant'), ...by('happened').children].map((one) => one.textContent))
}
function step(by) {
  const index = by > 0 ? instants.findIndex((time) => time > at) : instants.findLastIndex((time) => time < at)
  if (index >= 0) visit(instants[index])
}
function show(span, from) {
  view = { from, until: from + span }
  render()
  say([by('range').textContent])
}
function zoom(factor) {
  const span = Math.min(whole.until - whole.from, Math.max(50, Math.round((view.until - view.from) * factor)))
  const share = (at - view.from) / (view.until - view.from)
  show(span, Math.max(whole.from, Math.min(whole.until - span, Math.round(at - span * share))))
}
const acts = {
  back: () => step(-1),
  on: () => step(1),
  first: () => visit(instants[0]),
  last: () => visit(instants[instants.length - 1]),
  in: () => zoom(0.5),
  out: () => zoom(2),
  all: () => show(whole.until - whole.from, whole.from),
}
for (const [name, act] of Object.entries(acts)) by(name).addEventListener('click', act)
const keys = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last', '+': 'in', '=': 'in', '-': 'out', 0: 'all' }
document.addEventListener('keydown', (event) => {
  const name = keys[event.key]
  if (name === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  acts[name]()
})
by('picture').addEventListener('click', (event) => {
  const box = by('picture').getBoundingClientRect()
  const { left, right } = parts.createPen({ ...view, width: shownWidth, at })
  const share = (event.clientX - box.left - left) / (right - left)
  const time = view.from + share * (view.until - view.from)
  visit(instants.reduce((best, one) => (Math.abs(one - time) < Math.abs(best - time) ? one : best), instants[0]))
})
by('lines').append(
  ...lines.slice(0, most.lines).map(([time, , text, type]) => {
    const item = make('li')
    const button = make('button', time + ' ms  ' + text)
    button.type = 'button'
    button.dataset.at = time
    button.className = type
    button.addEventListener('click', () => visit(time))
    item.append(button)
    return item
  }),
  ...(lines.length > most.lines ? [make('li', lines.length - most.lines + ' more lines are in the picture alone')] : []),
)
by('there')?.addEventListener('click', () => visit(scene.wrong[0]))
addEventListener('resize', render)
go(at)
`
