import type { MockNodeOptions } from '../../../index.js'

/**
 * A story as plain data, which `createMockNode` takes as it is, and
 * `formatScenario` writes as a file.
 */
export type Scenario = MockNodeOptions & {
  /** ms that the story takes */
  duration: number
}
