import { defineConfig } from 'vitest/config'
import quick from '../../vitest.config.js'

/** A million steps beside the model and by the laws that all nodes obey. */
export default defineConfig({
  ...quick,
  test: {
    ...quick.test,
    include: ['test/proof/prove.ts'],
    disableConsoleIntercept: true,
  },
})
