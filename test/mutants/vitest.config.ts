import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import quick from '../../vitest.config.js'
import { sharedWorker } from './sharedWorker.js'

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
    ...quick.test,
    exclude: [
      'test/**/*.deep.test.ts',
      // Mutants change the texts of sources, which these read.
      'test/{architecture,api/examples}.test.ts',
      // Each mutant that they cover would take seconds, and others kill it.
      'test/node/{mishaps,seek}.test.ts',
      'test/entries/timeline/served.test.ts',
      'test/{calls/prestate,chain/roots/blockHash,rpc/trace}.test.ts',
    ],
    setupFiles: [
      'test/mutants/freshModules.ts',
      ...(quick.test?.setupFiles ?? []),
    ],
    // A mutant may leave a request without an answer.
    testTimeout: 20_000,
    sequence: { sequencer: ShortestFirst, setupFiles: 'list' },
  },
})
