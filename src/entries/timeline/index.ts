export { type Annotations, annotate } from './annotate.js'
export { nameOfFunction } from './decode/createDecoder.js'
export { type FormatOptions, formatTimeline } from './formatTimeline.js'
export type { ShownAt } from './picture/scene.js'
export { readTimeline } from './read/readTimeline.js'
export type {
  InnerCall,
  Move,
  Timeline,
  TimelineBlock,
  TimelineOutcome,
  TimelineRange,
  TimelineRequest,
  TimelineTransaction,
} from './read/timeline.js'
