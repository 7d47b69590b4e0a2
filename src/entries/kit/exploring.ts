import { PresealError } from '../../base/errors/errors.js'

/** Known to all copies of the package in a process. */
const key = Symbol.for('preseal.exploring')

type Registry = { [key]?: boolean | undefined }

/** Whether an exploration has the timers. */
export function isExploring(): boolean {
  return (globalThis as Registry)[key] === true
}

/** @param isOn - From the start of an exploration until its end. */
export function setExploring(isOn: boolean): void {
  ;(globalThis as Registry)[key] = isOn ? true : undefined
}

/** @throws ExplorationError */
export function checkNotExploring(verb: string, advice: string): void {
  if (isExploring()) throw explorationError(verb, advice)
}

function explorationError(
  verb: string,
  advice: string,
): PresealError<'ExplorationError'> {
  return new PresealError(
    'ExplorationError',
    `${verb}: called inside explore, where only explore creates nodes and moves time. ${advice}`,
    { reason: 'inside' },
  )
}
