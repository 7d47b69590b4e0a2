import { by } from '../view/page.js'
import type { Moment, Progress, Result } from './result.js'

/** What a run without its mishap is called. */
const unfit = 'one that did not fit the moment'

/** A square for each mishap, which names it where it is known. */
function showSquares(tried: readonly string[], of: number, isBroken: boolean) {
  const squares = Array.from({ length: of }, (_, index) => {
    const square = document.createElement('i')
    const isLast = index === tried.length - 1
    if (index < tried.length) square.className = 'held'
    if (isBroken && isLast) square.className = 'broken'
    if (tried[index]) square.title = tried[index]
    return square
  })
  const all = by('#tried')
  all.replaceChildren(...squares)
  all.setAttribute(
    'aria-label',
    `${tried.length} of ${of} mishaps tried${isBroken ? `; number ${tried.length} breaks the page` : ''}`,
  )
}

/** How far an exploration is. */
export function showProgress({ tried, of, name }: Progress) {
  showSquares(Array(tried).fill(''), of, false)
  by('#count').textContent = `Explored ${tried} mishaps of ${of}`
  by('#trying').textContent = `Now: ${name || unfit}.`
}

/** An exploration, in the words of its report; returns its sentence. */
export function showResult(result: Result): string {
  const { name, printed, offered, tried, moments, paidAt } = result
  const [broken = '', because = ''] = printed?.split('\n\n') ?? []
  const isBroken = printed !== null
  const outcome = by('#outcome')
  outcome.classList.toggle('fails', isBroken)
  by('#outcome .state b').textContent = isBroken ? 'FAIL' : 'PASS'
  by('#outcome .state span').textContent = name
  by('#outcome .what').textContent = isBroken
    ? broken
    : 'page: staysFinal holds, whatever goes wrong.'
  by('#outcome .because').textContent = isBroken
    ? because
    : `It shows "Paid" at ${paidAt} ms, one block later, and only if the payment is still there.`
  by('#mend').hidden = !isBroken
  by('#step').hidden = !isBroken
  showSquares(tried, offered, isBroken)
  by('#count').textContent = `Explored ${tried.length} mishaps of ${offered}`
  by('#trying').textContent = isBroken
    ? `Number ${tried.length} breaks the page.`
    : 'None of them breaks the page.'
  by('#names').replaceChildren(
    ...tried.map((text) => element('li', text || unfit)),
  )
  showMoments(moments, isBroken)
  by('#printed').hidden = !isBroken
  by('#printed pre').textContent = printed ?? ''
  return `${isBroken ? `Fails. ${broken}` : 'Passes.'} Explored ${tried.length} mishaps of ${offered}.`
}

function showMoments(moments: readonly Moment[], isBroken: boolean) {
  const isLost = (index: number) =>
    moments.slice(0, index + 1).some(({ isReorg }) => isReorg)
  const row = (name: string, cells: readonly HTMLElement[]) => {
    const tr = document.createElement('tr')
    const head = element('th', name)
    head.setAttribute('scope', 'row')
    tr.append(head, ...cells)
    return tr
  }
  by('#moments thead').replaceChildren(
    row(
      'time',
      moments.map(({ at, isReorg }) => {
        const th = element('th', `${at} ms`)
        th.setAttribute('scope', 'col')
        if (isReorg) th.append(' ', element('b', 'reorg'))
        return th
      }),
    ),
  )
  by('#moments tbody').replaceChildren(
    row(
      'chain',
      moments.map(({ block, isPaid, isReorg }) => {
        if (block === 0) return cell('none', 'no block yet')
        return isPaid
          ? cell('held', `block ${block}`, 'the payment')
          : cell('lost', `${isReorg ? 'new ' : ''}block ${block}`, 'empty')
      }),
    ),
    row(
      'page',
      moments.map(({ page }, index) => {
        if (!isLost(index)) return cell(page === 'Paid' ? 'held' : '', page)
        return isBroken
          ? cell('wrong', page, 'not true')
          : cell('', page, 'still right')
      }),
    ),
  )
}

function cell(kind: string, text: string, more?: string): HTMLElement {
  const td = document.createElement('td')
  const box = element('div', text)
  box.className = kind
  if (more !== undefined) box.append(element('small', more))
  td.append(box)
  return td
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
