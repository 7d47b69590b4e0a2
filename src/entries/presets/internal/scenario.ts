import type { MockNodeOptions } from '../../../index.js'

/**
 * A scenario as plain data: options for `createMockNode`, or for
 * `formatScenario` to write to a file.
 */
export type Scenario = MockNodeOptions & {
  /** Length of the story in ms */
  duration: number
}
