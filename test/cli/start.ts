import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const cli = fileURLToPath(new URL('../../src/cli/cli.ts', import.meta.url))

/** A process of the command line, ended when the test is over. */
export function start(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', cli, ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  const printed = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk) => {
      printed[name] += chunk
      for (const listener of listeners) listener()
    })
  child.stdin.on('error', () => {})
  const ended = new Promise<{ code: number | null } & typeof printed>(
    (resolve) => {
      child.on('close', (code) => resolve({ code, ...printed }))
    },
  )
  return {
    child,
    ended,
    /** The first of what `pattern` finds in the output, once it is there. */
    until(pattern: RegExp, name: keyof typeof printed = 'stdout') {
      return new Promise<string>((resolve, reject) => {
        const look = () => {
          const [found] = pattern.exec(printed[name]) ?? []
          if (found !== undefined) resolve(found)
        }
        listeners.add(look)
        look()
        void ended.then(({ stderr }) =>
          reject(new Error(`It ended: ${stderr}`)),
        )
      })
    },
    interrupt(signal: 'SIGINT' | 'SIGTERM' = 'SIGINT') {
      child.kill(signal)
      return ended
    },
  }
}
