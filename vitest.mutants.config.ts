import { defineConfig } from 'vitest/config'
import quick, { filesWith } from './vitest.config.js'

const { projects: _, ...test } = quick.test ?? {}

/** The quick tests of one room, which every mutant runs. */
export default defineConfig({
  ...quick,
  test: {
    ...test,
    include: process.env.MUTANT_TESTS?.split(' ') ?? [],
    exclude: [
      'test/**/*.deep.test.ts',
      // Mutants change the texts of sources, which these read.
      ...filesWith(/readFileSync|vi\.(doMock|mock|resetModules)\(/),
    ],
  },
})
