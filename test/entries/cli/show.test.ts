import { readFileSync, writeFileSync } from 'node:fs'
import { formatScenario } from 'preseal'
import { formatFork, recordFork } from 'preseal/fork'
import { fasterBlocks } from 'preseal/presets'
import { describe, expect, test } from 'vitest'
import { count, createLive } from '../fork/live.js'
import { play } from './play.js'
import { scratchFile } from './scratchFile.js'

describe('show', () => {
  test('default: a preset as a page', async () => {
    const { code, stdout } = await play('show', 'steady').ended
    expect(code).toBe(0)
    expect(stdout).toMatch(/^<!doctype html>/)
    expect(stdout).toContain('<title>steady</title>')
  })

  test('options: a scenario, for so long, as text', async () => {
    const file = scratchFile('story.json')
    writeFileSync(file, formatScenario(fasterBlocks()))
    const { stdout } = await play('show', file, '--as', 'text', '--for', '2s')
      .ended
    expect(stdout).toMatch(/^ *0 ms {2}sent "payment": /m)
    expect(stdout).not.toMatch(/^ *4000 ms/m)
  })

  test('options: a file says by its name what is in it', async () => {
    const file = scratchFile('chain.svg')
    const { code } = await play('show', 'steady', '-o', file).ended
    expect(code).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/^<svg xmlns=/)
  })

  test('options: a picture for a phone, with a lane for an account', async () => {
    const account = `0x${'0'.repeat(36)}11ce`
    const options = ['--as', 'svg', '--width', '390', '--account', account]
    const { code, stdout } = await play('show', 'steady', ...options).ended
    expect(code).toBe(0)
    expect(stdout).toMatch(/^<svg [^>]*viewBox="0 0 390 /)
    expect(stdout).toContain('>balance of 0x0000…11ce, pending over latest<')
  })

  test('behavior: the title was the path of a file', async () => {
    const file = scratchFile('story.json')
    writeFileSync(file, formatScenario(fasterBlocks()))
    const { stdout } = await play('show', file).ended
    expect(stdout).toContain('<title>story.json</title>')
  })

  test.each([['show'], ['serve']])(
    'error: %s listed the keys of a fork as unknown ones',
    async (command) => {
      const file = scratchFile('fork.json')
      writeFileSync(
        file,
        formatFork(
          await recordFork({ from: createLive().provider, run: count }),
        ),
      )
      const { code, stderr } = await play(command, file).ended
      expect(code).toBe(1)
      expect(stderr).toContain('fork.json: It is the record of a fork, which')
    },
  )

  test.each([
    [
      ['-o', 'pic.png'],
      'Option "--output" is "pic.png", but no .png is drawn.',
    ],
    [['--as', 'png'], 'Option "--as" is "png", expected html, svg or text.'],
    [['--account', '0x1'], 'Option "--account" is "0x1", expected an address'],
    [['--width', '5'], 'Option "--width" is "5", expected a number of px'],
  ])('error: %j', async (options, said) => {
    const { code, stderr } = await play('show', 'steady', ...options).ended
    expect(code).toBe(2)
    expect(stderr).toContain(said)
  })

  test('error: neither a file nor a preset', async () => {
    const { code, stderr } = await play('show', 'nothing').ended
    expect(code).toBe(1)
    expect(stderr).toContain(
      'Cannot read nothing: ENOENT. It is not a preset either; presets are boundaryGap, ',
    )
  })
})
