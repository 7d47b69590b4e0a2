import { expect, test } from 'vitest'
import { createChainOf } from './createChainOf.js'
import { createJudge } from './createJudge.js'
import { type Counts, readCounts } from './readCounts.js'
import { readFixtures } from './readFixtures.js'

test('the fixtures of execution-apis, as often equal as documented', async () => {
  const fixtures = readFixtures()
  const { chain, checks } = await createChainOf(fixtures)
  for (const { hash, receiptsRoot, transactionsRoot } of checks)
    expect([hash, receiptsRoot, transactionsRoot]).toEqual(
      Array(3).fill({ type: 'recomputes' }),
    )
  const { judge } = createJudge(chain)
  const counts = new Map<string, Counts>()
  const found: string[] = []
  for (const fixture of fixtures.fixtures) {
    const { type, differences } = judge(fixture)
    const [method = ''] = fixture.file.split('/')
    const before = counts.get(method) ?? { equal: 0, words: 0, different: 0 }
    counts.set(method, { ...before, [type]: before[type] + 1 })
    if (type !== 'equal') found.push(`${fixture.file}: ${differences[0]}`)
  }
  const told = [...readCounts()].map(([method, { reason: _, ...count }]) => [
    method,
    count,
  ])
  expect(Object.fromEntries(counts), found.join('\n')).toEqual(
    Object.fromEntries(told),
  )
})
