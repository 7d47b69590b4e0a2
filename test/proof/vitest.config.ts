import { defineConfig } from 'vitest/config'
import quick from '../../vitest.config.js'

const { projects: _, ...test } = quick.test ?? {}

/** A million steps beside the model and by the laws that all nodes obey. */
export default defineConfig({
  ...quick,
  test: {
    ...test,
    include: ['test/proof/prove.ts'],
    disableConsoleIntercept: true,
  },
})
