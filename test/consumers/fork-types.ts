import { createMockNode, type Fork } from 'preseal'
import {
  type ForkCheck,
  type ForkProgress,
  formatFork,
  parseFork,
  recordFork,
  verifyFork,
} from 'preseal/fork'

const { provider } = createMockNode()
const told: ForkProgress[] = []
export const fork: Promise<Fork> = recordFork({
  from: [provider, 'http://node.test'],
  run: (fork) => createMockNode({ fork }).provider,
  onProgress: (progress) => told.push(progress),
})
export const text: Promise<string> = fork.then(formatFork)
export const check: Promise<ForkCheck> = verifyFork(parseFork('{}'), {
  from: provider,
})

// @ts-expect-error Types of the package are there, not `any`.
recordFork({ from: provider, run: 'vitest run' })
