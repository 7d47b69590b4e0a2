import { createPen } from '../../src/entries/timeline/picture/pen.js'
import { drawReadme, filmed } from './drawReadme.js'

/** ms of a beat */
const beat = 200
/** s that a beat takes on the screen, and that the end stands. */
const [pace, rest] = [0.25, 3.5]

/**
 * The picture of the README as a film: a curtain leaves it beat by beat, over
 * and over. Whoever wants no motion, or has no animations, sees all of it.
 */
export function drawFilm(width: number): string {
  const { left, right } = createPen({ from: 0, until: filmed, width, at: null })
  const svg = drawReadme(width)
  const beats = filmed / beat
  const seconds = beats * pace + rest
  const played = Math.round(((beats * pace) / seconds) * 10_000) / 100
  const style = `
.preseal .film{visibility:hidden;animation:film ${seconds}s steps(${beats}) infinite}
.preseal .film rect{fill:var(--back,#fff)}
.preseal .film path{stroke:var(--ink);stroke-width:1.5}
@keyframes film{from{visibility:visible;transform:none}${played}%,to{visibility:visible;transform:translateX(${right - left}px)}}
@media (prefers-reduced-motion:reduce){.preseal .film{animation:none}}`
  const [names, others] = takeNames(svg)
  const legend = others.indexOf('<g class="legend">')
  const bottom = heightAbove(others.slice(legend))
  const curtain = `<g class="film"><rect x="${left}" y="22" width="${width - left}" height="${bottom - 22}"/><path d="M${left} 22V${bottom}"/></g>`
  return `${others.slice(0, legend)}${curtain}${names}${others.slice(legend)}`.replace(
    '</style>',
    () => `${style}</style>`,
  )
}

/** The names of the lanes, which no curtain hides, and all else. */
function takeNames(svg: string): [names: string, others: string] {
  const name = /<text [^>]*class="lane"[^>]*>[^<]*<\/text>/g
  return [(svg.match(name) ?? []).join(''), svg.replaceAll(name, '')]
}

/** Where the first line of the legend begins. */
function heightAbove(legend: string): number {
  const heights = Array.from(
    legend.matchAll(/<text [^>]*y="([\d.]+)"/g),
    (one) => Number(one[1]),
  )
  return Math.min(...heights) - 14
}
