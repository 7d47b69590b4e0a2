import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { onTestFinished } from 'vitest'
import type { Host } from '../../../src/entries/cli/host/command.js'
import { runCli } from '../../../src/entries/cli/run.js'
import { follow } from './follow.js'

/** A command line in this process, interrupted when the test is over. */
export function play(...args: string[]) {
  const signals = new EventEmitter()
  const stdin = new PassThrough()
  let exit: (code: number) => void = () => {}
  const { ended, print, until } = follow(
    new Promise((resolve) => {
      exit = resolve
    }),
  )
  const streamTo = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      print(name, text)
      return true
    },
  })
  const host = {
    env: {},
    exit,
    off(event: string, listener: () => void) {
      signals.off(event, listener)
      return host
    },
    on(event: string, listener: () => void) {
      if (event === 'unhandledRejection') takeRejections(listener)
      else signals.on(event, listener)
      return host
    },
    stdin,
    stdout: streamTo('stdout'),
    stderr: streamTo('stderr'),
  } as unknown as Host
  void runCli(args, host).then(exit)
  const interrupt = (signal: 'SIGINT' | 'SIGTERM' = 'SIGINT') => {
    signals.emit(signal)
    return ended
  }
  onTestFinished(() => interrupt().then(() => {}))
  return { stdin, ended, until, interrupt }
}

/** Until the test is over, in the place of those who take them otherwise. */
function takeRejections(listener: (reason: unknown) => void) {
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', listener)
  onTestFinished(() => {
    process.off('unhandledRejection', listener)
    for (const other of others) process.on('unhandledRejection', other)
  })
}
