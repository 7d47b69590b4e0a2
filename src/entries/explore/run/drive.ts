import {
  checkFakes,
  inLaterTurn,
  isFiring,
  isLoading,
  readSleeps,
  type Timers,
  watchSleeps,
} from '../../kit/index.js'

/** Turns of the event loop in which nothing happens before time goes on. */
const quietTurns = 3

/** A chain of requests that answer each other at once has no end. */
const mostTurns = 200

/** Code that asks again and again without a pause waits for time to go on. */
const mostActs = 2_000

/** Events of sockets are soon over, and files are soon read. */
const mostFired = 10_000

/** Timers that fire at one instant without it ever being quiet. */
const mostUnquiet = 50

export type Drive = {
  readonly timers: Timers
  /** ms since the start. */
  now(): number
  /** Grows with whatever the application does. */
  activity(): number
  /** Takes what a timer threw. */
  fail(error: unknown): void
  /** Lets go on what waits until an instant is quiet; false if nothing does. */
  goOn(): boolean
  /** Called whenever what was begun at an instant is done. */
  look(): void
}

/**
 * Goes on to an instant, from timer to timer, letting each lead to its end.
 *
 * @returns why it did not get there, if timers of 0 ms have no end.
 * @throws ClockError if the test itself has put real timers back.
 */
export async function driveTo(
  end: number,
  drive: Drive,
): Promise<string | undefined> {
  const { timers, now } = drive
  await settleInstant(drive)
  let sleeps: ReturnType<typeof watchSleeps> | undefined
  for (let unquiet = 0; now() < end; ) {
    const before = now()
    // Only now, since it takes long to remember where timers are set.
    if (unquiet === mostUnquiet - 1) sleeps ??= watchSleeps()
    checkFakes()
    try {
      timers.fireNextTimer()
    } catch (error) {
      drive.fail(error)
    }
    const isQuiet = await settleInstant(drive)
    unquiet = isQuiet || now() > before ? 0 : unquiet + 1
    if (sleeps !== undefined && unquiet === mostUnquiet)
      return unending(readSleeps(sleeps()))
  }
  // Timers of others at the last instant, too.
  timers.advance(0)
  await settleInstant(drive)
  return undefined
}

/** @param waiting - The shortest first: that one has no end. */
function unending([first]: ReturnType<typeof readSleeps>): string {
  const which = first === undefined ? '' : ` (${first.text})`
  return `timers of 0 ms were set again and again${which}`
}

/**
 * False if it is never quiet. Turns are most of what a run waits for, so none
 * has a promise of its own.
 */
function settleInstant({ activity, goOn, look }: Drive): Promise<boolean> {
  const began = activity()
  let before = began
  let quiet = 0
  let turn = 0
  let fired = 0
  return new Promise((resolve, reject) => {
    function passTurn() {
      const now = activity()
      const isBusy = isFiring() || isLoading()
      if (isBusy) quiet = 0
      if (!isBusy || fired++ >= mostFired) {
        turn++
        quiet = now === before ? quiet + 1 : 0
      }
      before = now
      if (turn < mostTurns && quiet < quietTurns && now - began < mostActs)
        return inLaterTurn(passTurn)
      if (goOn()) {
        quiet = 0
        return inLaterTurn(passTurn)
      }
      try {
        look()
        resolve(quiet === quietTurns)
      } catch (error) {
        reject(error)
      }
    }
    inLaterTurn(passTurn)
  })
}
