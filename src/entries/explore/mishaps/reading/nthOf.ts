import { ordinal } from './ordinal.js'

/** `the 2nd read of …`; of one alone just `the read of …`. */
export function nthOf(index: number, count: number, what: string): string {
  return count === 1 ? what : `the ${ordinal(index + 1)} ${bare(what)}`
}

function bare(what: string): string {
  return what.replace(/^the /, '')
}
