import { createMockNode, type MockNode } from 'preseal'
import { base, profileOf } from 'preseal/chains'

export const node: MockNode = createMockNode({ profile: base() })
export const other: MockNode = createMockNode({
  profile: profileOf({ id: 8_453 }),
})

// @ts-expect-error Types of the package are there, not `any`.
base({ before: 1 })
