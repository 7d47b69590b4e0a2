import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import quick, { filesWith } from '../../vitest.config.js'
import { sharedWorker } from './sharedWorker.js'

const { projects: _, ...test } = quick.test ?? {}

/** The quick files first: most mutants need no other. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).reverse()
  }
}

/** The quick tests. */
export default defineConfig({
  ...quick,
  plugins: [sharedWorker()],
  test: {
    ...test,
    include: ['test/**/*.test.ts'],
    exclude: [
      'test/**/*.deep.test.ts',
      // Mutants change the texts of sources, which these read.
      'test/{architecture,api/examples}.test.ts',
      ...filesWith(/^\/\/ @vitest-environment /),
      // Each mutant that they cover would take seconds, and others kill it.
      'test/node/{badVerbs,endlessListeners,idle,mishaps,seek}.test.ts',
      'test/node/scenario/scenarioSchema.test.ts',
      'test/entries/timeline/served.test.ts',
      'test/{calls/prestate,chain/roots/blockHash,rpc/trace}.test.ts',
    ],
    isolate: false,
    setupFiles: ['test/mutants/freshModules.ts', ...(test.setupFiles ?? [])],
    // A mutant may leave a request without an answer.
    testTimeout: 20_000,
    sequence: { sequencer: ShortestFirst, setupFiles: 'list' },
  },
})
