import { createMockNode, type MockNodeOptions } from 'preseal'
import { checkStream, fromStream, type StreamProblem } from 'preseal/stream'

const messages = [{ payload_id: '0x03', index: 0 }]
export const scenario = (): MockNodeOptions =>
  fromStream(messages, { decompress: (bytes) => bytes })
export const node = () => createMockNode(fromStream('[]', { blockTime: 1_000 }))
export const problems = (): StreamProblem[] => checkStream(messages)

// @ts-expect-error Types of the package are there, not `any`.
fromStream(5)
