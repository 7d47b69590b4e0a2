import { jestState } from './jestState.js'

/**
 * The test that runs, null between tests; undefined if jest keeps it elsewhere.
 */
export function runningTest() {
  return jestState()?.currentlyRunningTest
}
