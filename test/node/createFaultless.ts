import {
  createMockNode,
  isPresealError,
  type MockNode,
  type MockNodeOptions,
} from 'preseal'

/**
 * Creates a node without faults and limits of an endpoint. Returns null if its
 * timeline cannot begin.
 */
export function createFaultless({
  steps = [],
  ...options
}: MockNodeOptions): MockNode | null {
  try {
    return createMockNode({
      ...options,
      faults: [],
      endpoint: 'dedicated',
      steps: steps.filter(({ type }) => type !== 'fault' && type !== 'lift'),
    })
  } catch (error) {
    const errors = error instanceof AggregateError ? error.errors : [error]
    if (errors.every((one) => isPresealError(one))) return null
    throw error
  }
}
