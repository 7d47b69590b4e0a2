import { defineConfig } from 'vitest/config'
import quick, { filesWith } from './vitest.config.js'

const { projects: _, ...test } = quick.test ?? {}

/** The quick tests of a room, one after the other, as mutants are tried. */
export default defineConfig({
  ...quick,
  test: {
    ...test,
    include: process.env.MUTANT_TESTS?.split(' ') ?? [],
    exclude: [
      'test/**/*.deep.test.ts',
      // These read the sources as texts, which mutants change.
      ...filesWith(/readFileSync|vi\.(doMock|mock|resetModules)\(/),
    ],
  },
})
