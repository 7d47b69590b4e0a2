import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import quick, { filesWith } from '../vitest.config.js'

const { projects, ...test } = quick.test ?? {}

/** What no other test may slow down: it runs after all of them. */
const alone = 'test/entries/server/overload.deep.test.ts'

/** They take half a minute and more: one begun last would run on alone. */
const longest = [
  'test/model/model.deep.test.ts',
  'test/entries/explore/apps.deep.test.ts',
  'test/entries/explore/innocent.deep.test.ts',
  'test/entries/evm/fuzz.deep.test.ts',
  'test/node/longTimes.deep.test.ts',
  'test/entries/evm/laterForks.deep.test.ts',
  'test/entries/evm/stateTests.deep.test.ts',
  'test/docs/types.deep.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    const rank = ({ moduleId }: TestSpecification) =>
      longest.findIndex((path) => moduleId.endsWith(path))
    const isLong = (file: TestSpecification) => rank(file) >= 0
    return projects.flatMap((one) => {
      const own = sorted.filter(({ project }) => project === one)
      const first = own.filter(isLong)
      first.sort((left, right) => rank(left) - rank(right))
      return [...first, ...own.filter((file) => !isLong(file))]
    })
  }
}

/** The tests that take long, and all runs of which `npm test` tries a share. */
export default defineConfig({
  ...quick,
  test: {
    ...test,
    env: { DEEP: 'true' },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'deep',
          include: ['test/**/*.deep.test.ts'],
          exclude: [alone],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'shares',
          include: filesWith(/\bshare\(/),
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: [alone],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
