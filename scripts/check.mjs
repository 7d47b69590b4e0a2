// Builds, then runs every `check:` script of package.json, the later ones too
// when one fails.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const names = Object.keys(scripts).filter((name) => name.startsWith('check:'))

const failed = ['build', ...names].filter((name) => {
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', name], {
    encoding: 'utf8',
  })
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (status !== 0) console.log(stdout + stderr)
  return status !== 0
})
process.exitCode = failed.length > 0 ? 1 : 0
