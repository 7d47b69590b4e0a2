import type { ChainEvent } from './chainEvent.js'

/** An act of a script. */
export type ToldStep = {
  readonly type: 'step'
  /** Its type, and what is said beside that. */
  readonly step: { readonly type: string }
  /** The step's result for its verb. */
  readonly result: unknown
}

/** In its order. */
export type Happened = readonly (ChainEvent | ToldStep)[]

/** Beats are arithmetic, so they need not be remembered. */
export type ToldEntry = Exclude<ChainEvent, { type: 'beat' }> | ToldStep

/** A moment's memory of how it came about, newest first. */
export type Told = { readonly entry: ToldEntry; readonly before: Told } | null

/**
 * Adds what just happened. It is made of links, since one instant may hold
 * thousands of verbs.
 */
export function tell(told: Told, happened: Happened): Told {
  let next = told
  for (const entry of happened)
    if (entry.type !== 'beat') next = { entry, before: next }
  return next
}

/** Oldest first. */
export function listTold(told: Told): readonly ToldEntry[] {
  const list: ToldEntry[] = []
  for (let link = told; link !== null; link = link.before) list.push(link.entry)
  return list.reverse()
}
