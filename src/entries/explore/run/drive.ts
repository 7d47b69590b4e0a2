import { laterTurn, type Timers } from '../../kit/index.js'

/** Turns of the event loop in which nothing happens before time goes on. */
const quietTurns = 3

/** A chain of requests that answer each other at once has no end. */
const mostTurns = 200

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
}

async function settleInstant({ activity, look }: Drive): Promise<void> {
  let quiet = 0
  for (let turn = 0; turn < mostTurns && quiet < quietTurns; turn++) {
    const before = activity()
    await laterTurn()
    quiet = activity() === before ? quiet + 1 : 0
  }
  look()
}
