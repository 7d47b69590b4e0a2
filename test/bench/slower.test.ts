import { expect, test } from 'vitest'
import { type Build, findSlower, type Run } from '../../bench/harness/slower.js'

/** A benchmark whose rows take these ms on a build, run after run. */
function benchmark(
  times: (
    build: Build,
    group: string,
    run: number,
  ) => { readonly [row: string]: number },
) {
  const runs: [build: Build, groups: readonly string[]][] = []
  const run: Run = (build, groups) => {
    const round = runs.filter(([other]) => other === build).length
    runs.push([build, groups])
    const section = (group: string) => ({
      title: group,
      columns: [],
      rows: Object.entries(times(build, group, round)).map(([name, value]) => ({
        name,
        cells: [],
        goal: { value, unit: 'ms', limit: 1, isMet: true, fastest: value },
      })),
    })
    return {
      sections: Object.fromEntries(
        groups.map((group) => [group, section(group)]),
      ),
    } as Awaited<ReturnType<Run>>
  }
  return { run, runs }
}

test('default: both builds take turns, and equal ones run once', async () => {
  const { run, runs } = benchmark(() => ({ balance: 10 }))
  expect(await findSlower(run, ['requests'], 3)).toEqual([])
  expect(runs.map(([build]) => build)).toEqual([
    'before',
    'after',
    'after',
    'before',
    'before',
    'after',
  ])
})

test('a row that is slower twice is told, with its second ratio', async () => {
  const { run, runs } = benchmark((build, group, round) =>
    group === 'logs'
      ? { narrow: build === 'after' ? (round < 5 ? 12 : 13) : 10, wide: 7 }
      : { balance: 10 },
  )
  expect(await findSlower(run, ['requests', 'logs'])).toEqual([
    { group: 'logs', row: 'narrow', ratio: 1.3 },
  ])
  // Only the group of the row in doubt runs again.
  expect(runs.slice(10)).toHaveLength(10)
  expect(runs.slice(10).every(([, groups]) => groups.join() === 'logs')).toBe(
    true,
  )
})

test('behavior: what is slower once, or in few rounds, is no change', async () => {
  const once = benchmark((build, _, round) => ({
    balance: build === 'after' && round < 5 ? 20 : 10,
  }))
  expect(await findSlower(once.run, ['requests'])).toEqual([])
  const seldom = benchmark((build, _, round) => ({
    balance: build === 'after' && round % 5 < 2 ? 90 : 10,
  }))
  expect(await findSlower(seldom.run, ['requests'])).toEqual([])
  expect(seldom.runs).toHaveLength(10)
})

test('behavior: another row that is slower the second time is no change', async () => {
  const { run } = benchmark((build, _, round) => ({
    balance: build === 'after' && round < 5 ? 20 : 10,
    storage: build === 'after' && round >= 5 ? 20 : 10,
  }))
  expect(await findSlower(run, ['requests'])).toEqual([])
})

test('behavior: a ratio of 1.1 is no change, and a new row none either', async () => {
  const { run } = benchmark((build) =>
    build === 'after' ? { balance: 11, storage: 99 } : { balance: 10 },
  )
  expect(await findSlower(run, ['requests'])).toEqual([])
})
