import type { Frame, Pen } from './pen.js'
import type { Scene } from './scene.js'

/** The lanes of pending and latest; returns where the next lane begins. */
export function drawBlocks(
  scene: Scene,
  { from, until }: Frame,
  pen: Pen,
  top: number,
): number {
  const { pending, latest, blocks, reorgs, leaps, transactions } = scene
  const height = 28
  const end = Math.max(until, scene.until)
  const count = (of: number) => (of === 1 ? '1 tx' : `${of} txs`)
  const named = (inside: readonly number[]) =>
    inside.map((one) => transactions[one]?.name ?? '…').join(', ')
  const labels = (number: string, inside: readonly number[]) => [
    ...(inside.length > 0
      ? [`block ${number}: ${named(inside)}`, `${number}: ${named(inside)}`]
      : []),
    `block ${number}: ${inside.length === 0 ? 'empty' : count(inside.length)}`,
    `${number}: ${count(inside.length)}`,
    number,
  ]
  /** A box for idle blocks that are left out, if they begin there. */
  const isLeap = (
    lane: 'pending' | 'latest',
    number: number,
    span: readonly [number, number],
    place: readonly [number, number],
  ) => {
    const leap = leaps.find(([at]) => at === span[0])
    if (leap === undefined) return false
    const name = `${number} to ${number + leap[2] - leap[1]}`
    const title = `blocks ${name} are ${lane} in turn, idle, from ${span[0]} to ${span[1]} ms`
    pen.box(lane, span, place, [`${name}: idle`, name], title)
    return true
  }
  const pendingTop = pen.lane(top, 'pending', height)

  // One box while the number stays, unless another branch comes under it.
  const cuts = new Set(reorgs.map(([at]) => at))
  for (let index = 0; index < pending.length; ) {
    const [opened, number] = pending[index] as Scene['pending'][number]
    let inside = pending[index]?.[2] ?? []
    while (++index < pending.length) {
      const next = pending[index] as Scene['pending'][number]
      if (next[1] !== number || cuts.has(next[0])) break
      inside = next[2]
    }
    const closed = Math.min(pending[index]?.[0] ?? scene.until, end)
    if (number === null || closed < from || opened > until) continue
    const place = [pendingTop, height] as const
    if (isLeap('pending', number, [opened, closed], place)) continue
    pen.box(
      'pending',
      [opened, closed],
      place,
      labels(`${number}`, inside),
      `block ${number} is pending from ${opened} to ${closed} ms, ${count(inside.length)}${inside.length > 0 ? `: ${named(inside)}` : ''}`,
    )
  }

  const perBeat = ((pen.right - pen.left) * scene.beat) / pen.span
  if (perBeat > 6) {
    const ticks: number[] = []
    if (scene.beats !== null) ticks.push(...scene.beats)
    else
      for (const [index, begin] of [
        scene.from,
        ...blocks.map(([sealed]) => sealed).filter((at) => !cuts.has(at)),
      ].entries()) {
        const close =
          blocks.filter(([at]) => !cuts.has(at))[index]?.[0] ?? scene.until
        if (close < from || begin > until) continue
        const skipped = Math.floor((from - begin) / scene.beat)
        const last = Math.min(close, until + 1)
        for (
          let ms = begin + Math.max(0, skipped) * scene.beat;
          ms < last;
          ms += scene.beat
        )
          ticks.push(ms)
      }
    for (const ms of ticks)
      if (pen.isIn(ms) && ms <= scene.until)
        pen.add(
          `<path class="beat" d="M${pen.x(ms)} ${pendingTop + height}v5"/>`,
        )
  }

  const latestTop = pen.lane(pendingTop + height + 12, 'latest', height)
  // What users saw of a block that was replaced at once, wide enough to see: the
  // block before it makes room.
  const width = 64
  const briefBlocks = reorgs
    .filter(([at]) => pen.isIn(at))
    .map(([at, first]) => {
      const [sealed = at] =
        blocks.find(([time, number]) => number === first && time <= at) ?? []
      const from = at - (width * pen.span) / (pen.right - pen.left)
      return { at, sealed, from }
    })
    .filter(({ at, sealed }) => {
      const px = pen.x(at)
      return pen.x(sealed) > px - 6 && px - width > pen.left
    })
  let place = 0
  for (const [index, [at, number, isOpen]] of latest.entries()) {
    const until = latest[index + 1]?.[0] ?? scene.until
    // It has another hash at each beat, and at last these transactions.
    const open = isOpen
      ? pending.filter(([since]) => since <= at || since < until).at(-1)
      : undefined
    let block: Scene['blocks'][number] | undefined
    while (place < blocks.length && (blocks[place]?.[0] ?? 0) <= at) place++
    for (let back = isOpen ? -1 : place - 1; back >= 0 && !block; back--)
      if (blocks[back]?.[1] === number) block = blocks[back]
      else if (place - back > 64) break
    if (number === null || until < from || at > end) continue
    if (isLeap('latest', number, [at, until], [latestTop, height])) continue
    const gone = reorgs.find(
      ([reorg, first]) => reorg >= until && number >= first,
    )
    const inside = open?.[2] ?? block?.[3] ?? []
    const [, , hash = '', , isReordered = false] = block ?? []
    const name = isReordered ? `${number} reordered` : `${number}`
    const brief = briefBlocks.find(({ sealed }) => sealed === until)
    pen.box(
      gone ? 'latest gone' : 'latest',
      [at, Math.max(at, brief?.from ?? until)],
      [latestTop, height],
      block === undefined && open === undefined
        ? [`block ${number}`, `${number}`]
        : gone
          ? [
              ...(inside.length > 0
                ? [`block ${number}: ${named(inside)}`]
                : []),
              `block ${number}`,
              `${number}`,
            ]
          : [...labels(name, inside), `${number}`],
      `block ${number}${hash && ` ${hash}`} is latest from ${at} to ${until} ms, ${count(inside.length)}${inside.length > 0 ? `: ${named(inside)}` : ''}${isReordered ? ', in another order than pre-confirmed' : ''}${gone ? `; replaced by a reorg at ${gone[0]} ms` : ''}`,
    )
  }

  let bottom = latestTop + height + 6
  const shown = reorgs.filter(([at]) => pen.isIn(at))
  for (const [at, first, depth] of shown) {
    const last = first + depth - 1
    const which = depth === 1 ? `block ${last}` : `blocks ${first} to ${last}`
    const lost = transactions.filter(({ moves }) =>
      moves.some((move) => move.at === at && move.type === 'omitted'),
    )
    const label = `reorg: ${which} replaced${lost.length === 0 ? '' : `, without ${lost.map(({ name }) => name).join(', ')}`}`
    const px = pen.x(at)
    const brief = briefBlocks.find((one) => one.at === at)
    if (brief !== undefined)
      pen.box(
        'latest gone',
        [brief.from, at],
        [latestTop, height],
        [`block ${first}`, `${first}`],
        `block ${first} is latest from ${brief.sealed} to ${at} ms; replaced by a reorg at ${at} ms`,
      )
    pen.add(`<path class="reorg" d="M${px} ${pendingTop - 4}V${bottom + 4}"/>`)
    const wide = pen.widthOf(label)
    pen.text(
      px + 6 + wide < pen.right ? px + 6 : Math.max(pen.left, px - wide - 6),
      bottom + 10,
      label,
      'bad',
    )
  }
  if (shown.length > 0) bottom += 18
  return bottom + 8
}
