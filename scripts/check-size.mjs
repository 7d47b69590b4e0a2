// Bytes of dist/index.js, unminified, with everything it inlines.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const budget = 400_000

const bundle = readFileSync('dist/index.js')
console.log(
  `dist/index.js: ${bundle.length} bytes of ${budget}, ${gzipSync(bundle).length} gzipped.`,
)
process.exitCode = bundle.length > budget ? 1 : 0
