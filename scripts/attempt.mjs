import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'

/**
 * What was fetched once is not asked for again, since many folders take the
 * same packages.
 */
export const install = 'npm install --no-audit --no-fund --prefer-offline'

/** Those of a folder and of the one around it, before what the machine has. */
function binaries(cwd) {
  return [cwd, dirname(cwd)].map((one) => join(one, 'node_modules/.bin'))
}

/** Runs a command in a shell: how it ended, what it printed, and the seconds. */
export function execute(command, cwd, env = {}) {
  const start = performance.now()
  const path = env.PATH ?? process.env.PATH
  const child = spawn(command, {
    cwd,
    env: {
      ...process.env,
      ...env,
      PATH: [...binaries(cwd), path].join(delimiter),
    },
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Only what hangs for ever takes so long, on a busy machine too.
    timeout: 1_800_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => {
      const seconds = Math.round((performance.now() - start) / 1_000)
      resolve({ status, output, seconds })
    })
  })
}

/** Says whether something went well, and shows what was printed if not. */
export function report(title, isRight, { output, seconds }) {
  console.log(`${isRight ? 'ok    ' : 'FAILED'} ${title} (${seconds} s)`)
  if (isRight) return
  console.log(output)
  process.exitCode = 1
}

/** Runs a command, and reports whether it went well. */
export async function attempt(title, command, cwd, env = {}) {
  const ended = await execute(command, cwd, env)
  const isRight = ended.status === 0
  report(title, isRight, ended)
  return isRight
}
