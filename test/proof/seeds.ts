import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('seeds.json', import.meta.url)

/** Seeds that failed once, by property. The deep tests try them all. */
export function readSeeds(): { [key: string]: number[] } {
  return JSON.parse(readFileSync(file, 'utf8'))
}

export function keepSeed(key: string, seed: number): void {
  const seeds = readSeeds()
  seeds[key] = [...new Set([...(seeds[key] ?? []), seed])]
  writeFileSync(file, `${JSON.stringify(seeds, null, 2)}\n`)
}
