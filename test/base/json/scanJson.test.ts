import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scanJson } from '../../../src/base/json/json.js'
import { share } from '../../runs.js'

const json = fc
  .tuple(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom('', ' ', '\t', 3))
  .map(([value, indent]) => JSON.stringify(value, null, indent))

/** Single characters of JSON taken out, put in or put in place of others. */
const almostJson = fc
  .tuple(
    json,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat({ max: 1 }),
        fc.constantFrom(...'{}[],:"\\/0-+.eEnu \n\u0001\u00a0', ''),
      ),
      { maxLength: 2 },
    ),
  )
  .map(([text, changes]) =>
    changes.reduce((changed, [position, length, put]) => {
      const at = position % (changed.length + 1)
      return changed.slice(0, at) + put + changed.slice(at + length)
    }, text),
  )

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Keys and indices, each with how deep it is. */
function visits(value: unknown, depth = 0): [string | number, number][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [Array.isArray(value) ? Number(key) : key, depth],
    ...visits(inner, depth + 1),
  ])
}

describe('scanJson', () => {
  test('default: every key and item, where it stands', () => {
    const text = '{ "a": [1, {"b\\n": [ ]}], "a": null }'
    const visited: unknown[] = []
    expect(
      scanJson(text, (key, depth, at, isSecond) => {
        visited.push([key, depth, text.slice(at, at + 5), isSecond])
      }),
    ).toBe(undefined)
    expect(visited).toEqual([
      ['a', 0, '"a": ', false],
      [0, 1, '1, {"', false],
      [1, 1, '{"b\\n', false],
      ['b\n', 2, '"b\\n"', false],
      ['a', 0, '"a": ', true],
    ])
  })

  test('behavior: it visits what JSON.parse makes', () => {
    fc.assert(
      fc.property(json, (text) => {
        const visited: [string | number, number][] = []
        expect(
          scanJson(text, (key, depth) => {
            visited.push([key, depth])
          }),
        ).toBe(undefined)
        // An object puts keys that are indices first.
        const byText = (one: unknown, other: unknown) =>
          `${one}` < `${other}` ? -1 : 1
        expect(visited.sort(byText)).toEqual(
          visits(JSON.parse(text)).sort(byText),
        )
      }),
    )
  })

  test('behavior: it is of the opinion of JSON.parse', () => {
    fc.assert(
      fc.property(almostJson, (text) => {
        const problem = scanJson(text, () => {})
        expect(problem === undefined).toBe(isJson(text))
        if (problem === undefined) return
        // What stands before it may yet become JSON: there it went wrong.
        const cut = scanJson(text.slice(0, problem.at), () => {})
        expect(cut?.given ?? 'the end of the text').toBe('the end of the text')
      }),
      { numRuns: share(5_000) },
    )
  })

  test('behavior: long strings', () => {
    const text = JSON.stringify(['x'.repeat(5_000_000), '\n'.repeat(500_000)])
    expect(scanJson(text, () => {})).toBe(undefined)
  })
})
