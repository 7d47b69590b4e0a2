import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatScenario } from 'preseal'
import { retired } from 'preseal/presets'
import { describe, expect, onTestFinished, test } from 'vitest'
import { play } from './play.js'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'preseal-show-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

describe('show', () => {
  test('default: a preset as a page', async () => {
    const { code, stdout } = await play('show', 'steady').ended
    expect(code).toBe(0)
    expect(stdout).toMatch(/^<!doctype html>/)
    expect(stdout).toContain('<title>steady</title>')
  })

  test('options: a scenario, for so long, as text', async () => {
    const file = join(folder(), 'story.json')
    writeFileSync(file, formatScenario(retired()))
    const { stdout } = await play('show', file, '--as', 'text', '--for', '2s')
      .ended
    expect(stdout).toMatch(/^ *0 ms {2}sent "payment": /m)
    expect(stdout).not.toMatch(/^ *4000 ms/m)
  })

  test('options: a file says by its name what is in it', async () => {
    const file = join(folder(), 'chain.svg')
    const { code } = await play('show', 'steady', '-o', file).ended
    expect(code).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/^<svg xmlns=/)
  })

  test('error: neither a file nor a preset', async () => {
    const { code, stderr } = await play('show', 'nothing').ended
    expect(code).toBe(1)
    expect(stderr).toContain(
      'Cannot read nothing: ENOENT. It is no preset either; those are boundaryGap, ',
    )
  })
})
