// Bytes of the JavaScript in dist/, unminified, with everything it inlines.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const budgets = {
  'index.js': 400_000,
  'stream.js': 160_000,
  // They stand on the main entry, and do not hold it a second time.
  'server.js': 20_000,
  'record.js': 40_000,
  'presets.js': 30_000,
  'evm.js': 280_000,
  'cli.js': 30_000,
}

for (const [file, budget] of Object.entries(budgets)) {
  const bundle = readFileSync(`dist/${file}`)
  console.log(
    `dist/${file}: ${bundle.length} bytes of ${budget}, ${gzipSync(bundle).length} gzipped.`,
  )
  if (bundle.length > budget) process.exitCode = 1
}
