import fc from 'fast-check'
import { formatScenario } from 'preseal'
import { rewrite, scenarios } from './scenarios.js'

const choices = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true }))

/** Scenarios as files may have them. */
export const files: fc.Arbitrary<unknown> = fc
  .tuple(scenarios, choices)
  .map(([scenario, choices]) =>
    rewrite(JSON.parse(formatScenario(scenario)), () => choices.next().value),
  )

type Container = { [key: string]: unknown }

/** Every object and list that our schemas describe, the outer ones first. */
function containers(value: unknown, key = ''): Container[] {
  const isFree = ['data', 'block', 'receipts'].includes(key)
  if (typeof value !== 'object' || value === null || isFree) return []
  return [
    value as Container,
    ...Object.entries(value).flatMap(([key, inner]) => containers(inner, key)),
  ]
}

const strangers = [null, true, -1, 1.5, 2 ** 53, '', 'x', '0x', '0xg', [], {}]

/** A file in which one entry is added, taken away, or another value. */
export const brokenFiles = fc
  .tuple(
    files,
    fc.nat(),
    fc.nat(),
    fc.constantFrom('add', 'remove', 'replace'),
    fc.constantFrom(...strangers),
  )
  .map(([file, first, second, change, stranger]) => {
    const all = containers(file)
    const container = all[first % all.length] ?? {}
    const keys = Object.keys(container)
    const key = keys[second % keys.length] ?? ''
    if (change === 'add') {
      if (Array.isArray(container)) container.push(stranger)
      else container.stranger = stranger
    } else if (change === 'replace') container[key] = stranger
    else if (Array.isArray(container)) container.splice(Number(key), 1)
    else delete container[key]
    return file
  })
