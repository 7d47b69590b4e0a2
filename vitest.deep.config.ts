import { defineConfig } from 'vitest/config'
import quick, { filesWith } from './vitest.config.js'

const { projects, ...test } = quick.test ?? {}

/** What no other test may slow down: it runs after all of them. */
const alone = 'test/entries/server/overload.deep.test.ts'

/** The tests that take long, and all runs of which `npm test` tries a share. */
export default defineConfig({
  ...quick,
  test: {
    ...test,
    env: { DEEP: 'true' },
    testTimeout: 600_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'deep',
          include: ['test/**/*.deep.test.ts', ...filesWith(/\bshare\(/)],
          exclude: [alone],
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
