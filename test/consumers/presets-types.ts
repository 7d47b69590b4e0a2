import { createMockNode, type MockNodeOptions } from 'preseal'
import { droppedTail, type Scenario, sequence, steady } from 'preseal/presets'

export const story: Scenario = sequence(steady({ blocks: 2 }), droppedTail())
export const node = createMockNode({ ...story, clock: 'virtual' })
const options: MockNodeOptions = steady()
export const again: Scenario = sequence(options)

// @ts-expect-error Types of the package are there, not `any`.
steady({ blocks: '2' })
