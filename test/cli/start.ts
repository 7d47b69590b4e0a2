import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { follow } from './follow.js'

const cli = fileURLToPath(new URL('../../src/cli/cli.ts', import.meta.url))

/**
 * A process of the command line, ended when the test is over. It takes half a
 * second: for what a process alone does, and `play` for all else.
 */
export function start(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', cli, ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  const { ended, print, until } = follow(
    new Promise((resolve) => child.on('close', resolve)),
  )
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text) => print(name, text))
  return {
    child,
    ended,
    until,
    interrupt(signal: 'SIGINT' | 'SIGTERM' = 'SIGINT') {
      child.kill(signal)
      return ended
    },
  }
}
