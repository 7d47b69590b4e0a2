import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    alias: [
      {
        find: /^preseal\/presets$/,
        replacement: fileURLToPath(
          new URL('src/presets/index.ts', import.meta.url),
        ),
      },
      {
        find: /^preseal$/,
        replacement: fileURLToPath(new URL('src/index.ts', import.meta.url)),
      },
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
