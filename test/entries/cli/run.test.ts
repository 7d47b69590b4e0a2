import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { play } from './play.js'

describe('run', () => {
  test('options: --help lists the commands', async () => {
    const { code, stdout, stderr } = await play('--help').ended
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Commands:\n {2}serve {3}\S/m)
    expect(await play('-h').ended).toEqual({ code, stdout, stderr })
  })

  test.each(['serve', 'record', 'show'])(
    'options: --help of a command: %s',
    async (name) => {
      const { code, stdout } = await play(name, '--help').ended
      expect(code).toBe(0)
      expect(stdout).toMatch(new RegExp(`^Usage: preseal ${name} `, 'm'))
      for (const help of [stdout, (await play('--help').ended).stdout])
        expect(help.split('\n').filter((line) => line.length > 80)).toEqual([])
    },
  )

  test('options: --version', async () => {
    const { stdout } = await play('--version').ended
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(stdout).toBe(`${version}\n`)
  })

  test.each([
    ['', 'Give a command: serve, record, fork, show. See "preseal --help".'],
    [
      '--verbose',
      'Option "--verbose" is unknown; there are --help, --version.',
    ],
    ['srve', 'Command "srve" is unknown, expected serve.'],
    ['toString', 'Command "toString" is unknown, expected serve, record, fork'],
    ['serve --prot 1', 'Option "--prot" is unknown. Write "--port".'],
    ['serve --port x', 'Option "--port" is "x", expected a whole number'],
    [
      'serve --port 65536',
      'Option "--port" is "65536", expected a whole number',
    ],
    ['serve --clock real', 'Option "--clock" is "real", expected ambient'],
    ['serve a b', 'One scenario is served, and "b" is a second one.'],
    ['show', 'Which story? Give a scenario, a stream or a preset.'],
    ['show steady jittered', '"jittered" is a second one. Leave it out.'],
    ['show steady -o picture.png', 'no .png is drawn. Write "picture.svg"'],
    ['show steady --as pdf', 'Option "--as" is "pdf", expected html, svg'],
    ['record', 'Which endpoint? Give its URL. See "preseal record --help".'],
    ['record sepolia.base.org', 'a URL such as https://sepolia.base.org.'],
    ['record http://a b', 'Only one endpoint can be recorded. Remove "b".'],
    ['record http://a --for 20', 'lacks its unit. Write "20s" or "20ms".'],
    ['record http://a --for 1d', '"--for" is "1d", expected 0 ms or more'],
    ['record http://a -o ', 'Option "--output" is "", expected the name'],
    [
      'record http://a -o nowhere/',
      '"--output" is "nowhere/", expected the name',
    ],
    ['record wss://me:secret@a', 'The endpoint is "wss://***@a", expected'],
    ['record http://a http://me:secret@b', 'Remove "http://***@b".'],
    ['record http://a --every 0s', '"--every" is "0s", expected 1 ms or more'],
    ['record http://a --balance 0x1', '"0x1", expected a 20-byte address'],
    ['record http://a --storage 0x1', '"0x1", expected <address>:<slot>.'],
    [
      'serve --control --hostname 0.0.0.0',
      'with "control", anyone who can reach "0.0.0.0" can drive the node.',
    ],
    // All of them are wrong, and the user mends them at once.
    [
      'record --for 1 --storage 1 --storage 0x2',
      'Which endpoint? Give its URL. See "preseal record --help". Option "--for" is "1", which lacks its unit. Write "1s" or "1ms". Option "--storage" is "1", expected <address>:<slot>. Option "--storage" is "0x2"',
    ],
    ['show --as pdf --width 1', 'html, svg or text. Option "--width" is "1"'],
    [
      'fork --block x',
      'Which command reads the chain? Give it after "--", such as "-- vitest run". See "preseal fork --help". Option "--block" is "x"',
    ],
  ])('error: %s', async (line, words) => {
    const args = line === '' ? [] : line.split(' ')
    const { code, stdout, stderr } = await play(...args).ended
    expect([code, stdout, stderr.split('\n').length]).toEqual([2, '', 2])
    expect(stderr).toMatch(/^preseal: /)
    expect(stderr).toContain(words)
    expect(stderr).not.toContain('secret')
  })
})
