export type { RecordOptions, RecordProgress } from './endpoint/recordOptions.js'
export { record } from './record.js'
