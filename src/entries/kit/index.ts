export {
  inLaterTurn,
  isFiring,
  isRenderingLate,
  laterMoment,
  laterTurn,
} from '../../base/clock/turns.js'
export { fileOfTest } from '../../base/errors/askerIn.js'
export {
  type AsyncOptions,
  endNodes,
  isExploring,
  isLoading,
  setExploring,
  withoutAct,
} from './advanceNodes.js'
export { createKit, type Kit } from './createKit.js'
export { placeWebSocket } from './runner/otherOrigins.js'
export {
  checkRunner,
  type DeclareFn,
  type EndTest,
  type Runner,
  type TestError,
  type Timers,
} from './runner/runner.js'
export { readSleeps } from './story/sleeps.js'
export { excerptAt, findLines } from './story/testSource.js'
export {
  readTestNode,
  type TestChain,
  type TestNodeOptions,
} from './testNodeOptions.js'
export { letZeroTimersRun } from './timers/passTime.js'
export {
  checkFakes,
  fakedTimers,
  realNow,
  testClock,
} from './timers/testClock.js'
export { watchSleeps } from './timers/watchSleeps.js'
