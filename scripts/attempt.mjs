import { spawnSync } from 'node:child_process'

/** Runs a command, says whether it went well, and shows its output if not. */
export function attempt(title, command, cwd, env = {}) {
  const { status, stdout, stderr } = spawnSync(command, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    shell: true,
    timeout: 600_000,
  })
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${title}`)
  if (status !== 0) {
    console.log(stdout + stderr)
    process.exitCode = 1
  }
  return status === 0
}
