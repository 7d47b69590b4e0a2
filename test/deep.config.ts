import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import quick from '../vitest.config.js'

const { include: _, exclude: __, isolate: ___, ...test } = quick.test ?? {}

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

/** The test files in which something is written. */
function filesWith(pattern: RegExp): string[] {
  const folder = new URL('./', import.meta.url)
  return readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => !path.includes('node_modules'))
    .filter((path) => pattern.test(readFileSync(new URL(path, folder), 'utf8')))
    .map((path) => `test/${path}`)
}

/**
 * What mocks modules, has a DOM, or measures the memory of its process, and so
 * needs one of its own. All others share theirs, with what they have loaded.
 */
const apart = filesWith(
  /vi\.(mock|resetModules|stubGlobal)\(|@vitest-environment|memoryUsage/,
).filter((path) => path.endsWith('.deep.test.ts'))

const rank = ({ moduleId }: TestSpecification) => {
  const place = longest.findIndex((path) => moduleId.endsWith(path))
  return place < 0 ? longest.length : place
}

class LongestFirst extends BaseSequencer {
  /** Deals the long ones alike, by name: a shard knows nothing of the others. */
  override async shard(files: TestSpecification[]) {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 }
    const name = ({ project, moduleId }: TestSpecification) =>
      `${project.name} ${moduleId}`
    return [...files]
      .sort(
        (one, other) =>
          rank(one) - rank(other) || (name(one) < name(other) ? -1 : 1),
      )
      .filter((_, at) => at % count === index - 1)
  }

  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((one) =>
      sorted
        .filter(({ project }) => project === one)
        .sort((left, right) => rank(left) - rank(right)),
    )
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
          exclude: [alone, ...apart],
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: apart,
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
