import type { Effect } from '../../../chain/blocks/chain.js'

/** An act of a script. */
export type RememberedStep = {
  readonly type: 'step'
  /** Its type, and what is said beside that. */
  readonly step: { readonly type: string }
  /** The step's result for its verb. */
  readonly result: unknown
}

/** In its order. */
export type Happened = readonly (Effect | RememberedStep)[]

/** Beats are arithmetic, so they need not be remembered. */
export type MemoryEntry = Exclude<Effect, { type: 'beat' }> | RememberedStep

/** A moment's memory of how it came about, newest first. */
export type Memory = {
  readonly entry: MemoryEntry
  readonly before: Memory
} | null

/**
 * Adds what just happened. It is made of links, since one instant may hold
 * thousands of verbs.
 */
export function addToMemory(memory: Memory, happened: Happened): Memory {
  let next = memory
  for (const entry of happened)
    if (entry.type !== 'beat') next = { entry, before: next }
  return next
}

/** Oldest first. */
export function listMemory(memory: Memory): readonly MemoryEntry[] {
  const list: MemoryEntry[] = []
  for (let link = memory; link !== null; link = link.before)
    list.push(link.entry)
  return list.reverse()
}
