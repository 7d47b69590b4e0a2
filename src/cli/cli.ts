#!/usr/bin/env node
import { run } from './run.js'

// Whoever read the output has left: there is nobody to talk to.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await run(process.argv.slice(2), process)
