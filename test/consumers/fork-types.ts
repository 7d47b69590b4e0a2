import { createMockNode, type Fork } from 'preseal'
import {
  type ForkCheck,
  type ForkProgress,
  formatFork,
  parseFork,
  recordFork,
  verifyFork,
} from 'preseal/fork'

const from = 'https://eth.example/key'
const seen: ForkProgress[] = []
export const fork: Promise<Fork> = recordFork({
  from,
  run: (fork) => createMockNode({ fork }).provider.request,
  onProgress: (progress) => seen.push(progress),
})
export const text: string = formatFork(parseFork('{}'))
export const check: Promise<ForkCheck> = verifyFork(parseFork(text), { from })

// @ts-expect-error Text is parsed before a node stands on it.
createMockNode({ fork: text })
