import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { entries } from './scripts/entries.js'
import { pageAsText } from './scripts/pageScript.js'

export default defineConfig({
  plugins: [pageAsText],
  resolve: {
    alias: entries.map(({ name, source }) => ({
      find: new RegExp(`^preseal${name.slice(1)}$`),
      replacement: fileURLToPath(new URL(source, import.meta.url)),
    })),
  },
  test: {
    environment: 'node',
    setupFiles: ['test/setup.ts'],
    // Property tests on a busy machine; none of them measures time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'threads',
    maxWorkers: '100%',
    include: ['test/**/*.test.ts'],
    // Those that take long, or need a DOM, are run by `npm run test:deep`.
    exclude: [
      '**/node_modules/**',
      'test/consumers/**',
      'test/**/*.deep.test.ts',
    ],
    // Every worker loads a module once: most of the time went there. What mocks
    // modules is therefore a deep test, in a process of its own.
    isolate: false,
  },
})
