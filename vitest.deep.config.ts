import { defineConfig } from 'vitest/config'
import quick from './vitest.config.js'

const { projects, ...test } = quick.test ?? {}

/** The tests that take long; `npm test` leaves them out. */
export default defineConfig({
  ...quick,
  test: {
    ...test,
    include: ['test/**/*.deep.test.ts'],
    testTimeout: 600_000,
  },
})
