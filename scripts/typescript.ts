import { createRequire } from 'node:module'
import type typescript from 'typescript'

/**
 * The compiler, without what `import` would do first: search its nine megabytes
 * for the names that they export.
 */
export const ts: typeof typescript = createRequire(import.meta.url)(
  'typescript',
)
