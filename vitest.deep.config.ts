import { defineConfig } from 'vitest/config'
import quick from './vitest.config.js'

/** The tests that take long; `npm test` leaves them out. */
export default defineConfig({
  ...quick,
  test: {
    ...quick.test,
    include: ['test/**/*.deep.test.ts'],
    exclude: ['test/consumers/**'],
    testTimeout: 600_000,
  },
})
