import { isFiring, isLoading, laterTurn, type Timers } from '../../kit/index.js'

/** Turns of the event loop in which nothing happens before time goes on. */
const quietTurns = 3

/** A chain of requests that answer each other at once has no end. */
const mostTurns = 200

/** Events of sockets are soon over, and files are soon read. */
const mostFired = 10_000

export type Drive = {
  readonly timers: Timers
  /** ms since the start. */
  now(): number
  /** Grows with whatever the application does. */
  activity(): number
  /** Called whenever what was begun at an instant is done. */
  look(): void
}

/** Goes on to an instant, from timer to timer, letting each lead to its end. */
export async function driveTo(end: number, drive: Drive): Promise<void> {
  const { timers, now } = drive
  await settleInstant(drive)
  while (now() < end) {
    timers.fireNextTimer()
    await settleInstant(drive)
  }
  // Timers of others at the last instant, too.
  timers.advance(0)
  await settleInstant(drive)
}

async function settleInstant({ activity, look }: Drive): Promise<void> {
  let quiet = 0
  let turn = 0
  for (let fired = 0; turn < mostTurns && quiet < quietTurns; ) {
    const before = activity()
    await laterTurn()
    if (isFiring() || isLoading()) {
      quiet = 0
      if (fired++ < mostFired) continue
    }
    turn++
    quiet = activity() === before ? quiet + 1 : 0
  }
  look()
}
