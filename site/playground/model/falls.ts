import type { Film, Frame, Shown } from './film.js'

/** The frames at which an app shows less money than just before. */
export function falls(film: Film, app: 'naive' | 'careful'): Frame[] {
  return film.frames.filter(
    (frame, index) =>
      frame[app].balance < balanceAt(film.frames[index - 1]?.[app]),
  )
}

function balanceAt(shown: Shown | undefined): bigint {
  return shown?.balance ?? 0n
}
