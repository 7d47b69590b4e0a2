import type { Line } from './line.js'

/**
 * Puts what sockets were sent at an instant before what disconnected them then:
 * the chain's lines and those of sockets are in order, each among themselves.
 */
export function besideDisconnects(sorted: readonly Line[]): Line[] {
  const lines: Line[] = []
  for (let from = 0; from < sorted.length; ) {
    const at = sorted[from]?.at
    let to = from
    while (to < sorted.length && sorted[to]?.at === at) to++
    lines.push(...arrange(sorted.slice(from, to)))
    from = to
  }
  return lines
}

function arrange(instant: readonly Line[]): readonly Line[] {
  const step = instant.findIndex(({ sockets }) => sockets === 'disconnected')
  const end = instant.findIndex(({ sockets }) => sockets === 'ended')
  if (step === -1 || end < step) return instant
  const isEarly = (line: Line) =>
    line.sockets === 'told' && instant.indexOf(line) < end
  const rest = instant.slice(step)
  return [
    ...instant.slice(0, step),
    ...rest.filter(isEarly),
    ...rest.filter((line) => !isEarly(line)),
  ]
}
