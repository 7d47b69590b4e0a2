import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { properties } from './properties/properties.js'

/** The next seed of a property, and how much was tried in how many ms. */
type Done = { next: number; rounds: number; tried: number; ms: number }

export type Progress = {
  of(key: string): Done
  /** Adds a round. A run that is stopped continues after the last one. */
  add(key: string, tried: number, ms: number): void
}

const folder = new URL('../../.proof/', import.meta.url)
const file = new URL('progress.json', folder)

/** Reads the counts of earlier runs. */
export function readProgress(firstSeed: number): Progress {
  mkdirSync(folder, { recursive: true })
  const all = read()
  const of = (key: string): Done =>
    all[key] ?? { next: firstSeed, rounds: 0, tried: 0, ms: 0 }
  return {
    of,
    add(key, tried, ms) {
      const done = of(key)
      all[key] = {
        next: done.next + 1,
        rounds: done.rounds + 1,
        tried: done.tried + tried,
        ms: done.ms + Math.round(ms),
      }
      writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
    },
  }
}

function read(): { [key: string]: Done } {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** A line for each property. */
export function formatCounts(progress: Progress): string {
  const lines = Object.entries(properties).map(([key, { unit, name }]) => {
    const { next, rounds, tried, ms } = progress.of(key)
    const seeds = rounds === 0 ? '-' : `${next - rounds} to ${next - 1}`
    const seconds = Math.round(ms / 1_000)
    return `${key.padEnd(9)} ${tried} ${unit} of seeds ${seeds} in ${seconds} s: ${name}`
  })
  return lines.join('\n')
}
