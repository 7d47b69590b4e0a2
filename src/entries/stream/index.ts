export { checkStream, type StreamProblem } from './checkStream.js'
export { fromStream, type StreamOptions } from './fromStream.js'
export type { StreamMessages } from './readStream.js'
