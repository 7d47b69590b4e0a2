export { record } from './record.js'
export type { RecordOptions, RecordProgress } from './recordOptions.js'
