#!/usr/bin/env node
import { runCli } from './run.js'

// The reader of the output has gone: nobody is left to write to.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await runCli(process.argv.slice(2), process)
