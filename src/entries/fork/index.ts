export { formatFork } from './record/formatFork.js'
export { parseFork } from './record/parseFork.js'
