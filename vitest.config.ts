import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { entries } from './scripts/entries.js'
import { pageAsText } from './scripts/pageScript.js'

const deep = 'test/**/*.deep.test.ts'

/** The test files in which something is written. */
export function filesWith(pattern: RegExp): string[] {
  const folder = new URL('test/', import.meta.url)
  return readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => !path.includes('node_modules'))
    .filter((path) => pattern.test(readFileSync(new URL(path, folder), 'utf8')))
    .map((path) => `test/${path}`)
}

const inDom = filesWith(/^\/\/ @vitest-environment /)

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
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          // Those that take long are run by `npm run test:deep`.
          exclude: ['**/node_modules/**', 'test/consumers/**', deep, ...inDom],
          // Every worker loads a module once: most of the time went there. What
          // mocks modules is therefore a deep test, in a process of its own.
          isolate: false,
          // Vitest ends a shared worker when a file of another project is next,
          // or one for another environment, and the next loads all anew.
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: inDom,
          exclude: [deep],
          isolate: false,
          // A second worker would load all of it again for a few files.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
