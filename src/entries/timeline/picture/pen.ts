/** The part of a scene to draw, and how wide. */
export type Frame = {
  readonly from: number
  readonly until: number
  /** px */
  readonly width: number
  /** The instant to mark. */
  readonly at: number | null
}

/** Text as it stands in HTML and SVG. */
export function toEntities(of: unknown): string {
  return `${of}`.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
}

export type Pen = ReturnType<typeof createPen>

/** The drawing tools of all parts of a picture. */
export function createPen({ from, until, width }: Frame) {
  const isNarrow = width < 640
  const left = isNarrow ? 8 : 120
  const right = width - (isNarrow ? 8 : 16)
  const span = Math.max(1, until - from)
  const parts: string[] = []
  /** px of a character, a little more than fonts have */
  const letter = 7.3
  const round = (px: number) => Math.round(px * 10) / 10
  const x = (ms: number) => round(left + ((ms - from) / span) * (right - left))
  const add = (text: string) => parts.push(text)
  const text = (px: number, py: number, of: string, name = '') =>
    add(
      `<text x="${round(px)}" y="${py}"${name && ` class="${name}"`}>${toEntities(of)}</text>`,
    )
  const widthOf = (of: string) => of.length * letter
  const cutTo = (of: string, px: number) => {
    const most = Math.floor(px / letter)
    return of.length <= most ? of : most < 4 ? '' : `${of.slice(0, most - 1)}…`
  }
  const clamp = (ms: number) => x(Math.min(until, Math.max(from, ms)))

  return {
    isNarrow,
    left,
    right,
    span,
    parts,
    x,
    add,
    text,
    clamp,
    widthOf,
    cutTo,
    isIn: (ms: number) => ms >= from && ms <= until,
    time: (ms: number) =>
      span < 20_000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`,
    /** The name of a lane beside it, or above it if there is no room. */
    lane: (py: number, name: string, height: number) => {
      text(8, isNarrow ? py + 10 : py + height / 2 + 4, name, 'lane')
      return isNarrow ? py + 16 : py
    },
    /** A block or a balance: the longest of its labels that fits. */
    box: (
      name: string,
      [a, b]: readonly [number, number],
      [py, height]: readonly [number, number],
      labels: readonly string[],
      title: string,
    ) => {
      const px = clamp(a)
      const wide = clamp(b) - px
      if (wide < 0.2) return
      add(
        `<g class="${name}"><title>${toEntities(title)}</title><rect x="${px}" y="${py}" width="${Math.max(0.2, round(wide - 2))}" height="${height}" rx="3"/></g>`,
      )
      const label = labels.find((one) => widthOf(one) <= wide - 8)
      if (label !== undefined)
        text(px + 5, py + height / 2 + 4, label, `in-${name}`)
    },
    /** A shape for each thing that happens, with its index within. */
    mark: (
      type: string,
      px: number,
      py: number,
      title: string,
      inside = '',
    ) => {
      const cross = `<path d="M${px - 5} ${py - 5}l10 10m0 -10l-10 10"/>`
      const shapes: { [type: string]: string } = {
        sent: `<circle cx="${px}" cy="${py}" r="4.5"/>`,
        preconfirmed: `<path d="M${px} ${py - 9}l9 9l-9 9l-9 -9z"/>`,
        sealed: `<rect x="${px - 7.5}" y="${py - 7.5}" width="15" height="15"/>`,
        dropped: cross,
        omitted: `<circle cx="${px}" cy="${py}" r="6.5"/><path d="M${px - 4.5} ${py + 4.5}l9 -9"/>`,
        request: `<path d="M${px} ${py - 6}v12"/>`,
        failed: cross,
        fault: `<path d="M${px} ${py - 6}l6 11h-12z"/>`,
        step: `<path d="M${px - 4} ${py - 5}l8 5l-8 5z"/>`,
      }
      const [shape = '', ...states] = type.split(' ')
      const number = inside
        ? `<text x="${px}" y="${py + 3.5}" text-anchor="middle">${toEntities(inside)}</text>`
        : ''
      const gone = states.includes('gone')
        ? `<path class="strike" d="M${px - 11} ${py}h22"/>`
        : ''
      add(
        `<g class="${type}"><title>${toEntities(title)}</title>${shapes[shape] ?? ''}${number}${gone}</g>`,
      )
    },
  }
}
