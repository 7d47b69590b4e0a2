import { createMockNode } from 'preseal'
import { type Bundler, createBundler } from 'preseal/bundler'

export const bundler: Bundler = createBundler(createMockNode(), {
  versions: ['0.8'],
  sponsor: ({ entryPoint }) => entryPoint.startsWith('0x'),
})
export const hashes: readonly `0x${string}`[] = bundler.bundle()

// @ts-expect-error Types of the package are there, not `any`.
createBundler(createMockNode(), { versions: ['0.5'] })
