import http from 'node:http'
import https from 'node:https'

/** What stands where all files of a process look, by name. */
export type Surroundings = ReadonlyMap<string, readonly unknown[]>

const places = {
  globalThis,
  process,
  'process.env': process.env,
  performance,
  console,
  Math,
  JSON,
  Date,
  'Object.prototype': Object.prototype,
  'Array.prototype': Array.prototype,
  'Promise.prototype': Promise.prototype,
  AbortSignal,
  http,
  https,
}

// Node loads many globals when they are first read.
for (const name of Object.getOwnPropertyNames(globalThis))
  if (!name.endsWith('Storage')) Reflect.get(globalThis, name)

export function surroundings(): Surroundings {
  const found = new Map<string, readonly unknown[]>()
  for (const [place, object] of Object.entries(places))
    for (const [key, { value, get, set }] of Object.entries(
      Object.getOwnPropertyDescriptors(object),
    ))
      if (!(object === process && key.startsWith('_')))
        found.set(`${place}.${key}`, [value, get, set])
  for (const event of process.eventNames())
    found.set(
      `process.on(${String(event)})`,
      (process as NodeJS.EventEmitter).listeners(event),
    )
  // Copies of zod share their settings there, from the first load on.
  for (const name of found.keys())
    if (name.startsWith('globalThis.__zod_')) found.delete(name)
  // Clients keep the class that the kit places there, so it stays.
  found.delete('globalThis.WebSocket')
  return found
}

/** The names of what came, went or changed since. */
export function leftovers(before: Surroundings): string[] {
  const after = surroundings()
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => {
    const [one = [], other = []] = [before.get(name), after.get(name)]
    return (
      one.length !== other.length ||
      one.some((value, index) => !Object.is(value, other[index]))
    )
  })
}

/** How many timers of the platform run and keep the process. */
export function timersSet(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout')
    .length
}
