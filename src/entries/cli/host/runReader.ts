import { spawn } from 'node:child_process'
import {
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PresealError } from '../../../base/errors/errors.js'
import { createStop, loadedClock, wait } from '../../endpoint/index.js'
import type { ForkRecorder } from '../../fork/index.js'

/** ms from look to look */
const pause = 5

/**
 * Runs a command whose tests read a fork, and answers what they miss while they
 * wait for it.
 *
 * @throws CommandError if it ends with another code than 0.
 */
export async function runReader(
  [name = '', ...args]: readonly string[],
  recorder: ForkRecorder,
  {
    env,
    signal,
    onOutput,
  }: {
    env: NodeJS.ProcessEnv
    signal: AbortSignal
    onOutput: (output: string) => void
  },
): Promise<{ output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'preseal-fork-'))
  const child = spawn(name, args, {
    env: { ...env, [recorder.variable]: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    signal,
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  let end: { code: number | null } | { error: Error } | undefined
  child.on('error', (error) => {
    end = { error }
  })
  child.on('close', (code) => {
    end ??= { code }
  })
  const stop = createStop(undefined)
  const answer = createAnswers(folder, recorder)
  try {
    while (end === undefined) {
      await answer()
      await wait({ clock: loadedClock, timeout: pause, stop }, pause)
    }
    await answer()
  } finally {
    onOutput(output)
    if (end === undefined) child.kill()
    await rm(folder, { recursive: true, force: true })
  }
  if ('error' in end)
    throw new PresealError(
      'CommandError',
      `"${name}" did not run: ${end.error.message}`,
      { reason: 'reader' },
    )
  if (end.code !== 0)
    throw new PresealError(
      'CommandError',
      `"${[name, ...args].join(' ')}" ended with ${end.code === null ? 'a signal' : `code ${end.code}`}, though the record lacks nothing.`,
      { reason: 'reader' },
    )
  return { output }
}

/** Looks for new notes, in a folder for each record that the tests have read. */
function createAnswers(folder: string, recorder: ForkRecorder) {
  const seen = new Map<string, { lines: number; answers: number }>()
  return async () => {
    for (const own of await readdir(folder)) {
      const before = seen.get(own) ?? { lines: 0, answers: 0 }
      seen.set(own, before)
      const text = await readFile(join(folder, own, 'notes'), 'utf8').catch(
        () => '',
      )
      // The text behind the last end of a line is not whole yet.
      const lines = text.split('\n').slice(0, -1)
      for (const line of lines.slice(before.lines)) {
        before.lines += 1
        const answer = await recorder.answer(line)
        if (answer === undefined) continue
        before.answers += 1
        const target = join(folder, own, `${before.answers}`)
        await writeFile(`${target}.part`, answer)
        await rename(`${target}.part`, target)
      }
    }
  }
}
