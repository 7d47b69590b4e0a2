import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) =>
  fileURLToPath(new URL(`src/${path}`, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^preseal$/, replacement: source('index.ts') },
      { find: /^preseal\/server$/, replacement: source('server/index.ts') },
      { find: /^preseal\/record$/, replacement: source('record/index.ts') },
      { find: /^preseal\/stream$/, replacement: source('stream/index.ts') },
      { find: /^preseal\/evm$/, replacement: source('evm/index.ts') },
      { find: /^preseal\/presets$/, replacement: source('presets/index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/consumers/**'],
    environment: 'node',
    setupFiles: ['test/seed.ts'],
    // Property tests on a busy machine; none of them measures time.
    testTimeout: 60_000,
  },
})
