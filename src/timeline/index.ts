export { type FormatOptions, formatTimeline } from './formatTimeline.js'
export { readTimeline } from './readTimeline.js'
export type {
  InnerCall,
  Move,
  Timeline,
  TimelineBlock,
  TimelineRange,
  TimelineRequest,
  TimelineTransaction,
} from './timeline.js'
