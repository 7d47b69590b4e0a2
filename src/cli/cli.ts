#!/usr/bin/env node
import { runCli } from './run.js'

// Whoever read the output has left: there is nobody to talk to.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await runCli(process.argv.slice(2), process)
