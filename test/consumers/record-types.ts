import { createMockNode, type MockNodeOptions } from 'preseal'
import { type RecordProgress, record } from 'preseal/record'

const { provider } = createMockNode()
const told: RecordProgress[] = []
export const scenario: Promise<MockNodeOptions> = record({
  from: provider,
  duration: 0,
  onProgress: (progress) => told.push(progress),
})
export const replayed = scenario.then(createMockNode)

// @ts-expect-error Types of the package are there, not `any`.
record({ from: provider, duration: '20s' })
