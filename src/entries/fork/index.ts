export { formatFork, parseFork } from './record/parseFork.js'
export {
  type ForkProgress,
  type ForkRecorder,
  type RecordForkOptions,
  recordFork,
} from './recording/recordFork.js'
export { type ForkCheck, verifyFork } from './recording/verifyFork.js'
