import { defineConfig } from 'vitest/config'
import quick, { filesWith } from './vitest.config.js'

const { projects, ...test } = quick.test ?? {}

/** The tests that take long, and all runs of which `npm test` tries a share. */
export default defineConfig({
  ...quick,
  test: {
    ...test,
    include: ['test/**/*.deep.test.ts', ...filesWith(/\bshare\(/)],
    env: { DEEP: 'true' },
    testTimeout: 600_000,
  },
})
