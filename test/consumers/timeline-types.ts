import { createMockNode } from 'preseal'
import { formatTimeline, readTimeline, type Timeline } from 'preseal/timeline'

const timeline: Timeline = readTimeline(createMockNode())
export const text: string = formatTimeline(timeline)

// @ts-expect-error Types of the package are there, not `any`.
formatTimeline('node')
